import { millisecondsOf, relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';

/** A relative time, with the exact time as tooltip. */
export function TimeAgo({ nanoseconds }: { nanoseconds: number }) {
  const then = millisecondsOf(nanoseconds);
  const seconds = (useNow() - then) / 1000;
  const date = new Date(then);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {relativeTime(seconds)}
    </time>
  );
}
