import { expect, it } from 'vitest';
import { describeFailure, nextAttempt } from './retries.ts';

const temporary = describeFailure(Object.assign(new Error('busy'), { code: 'EENVELOPE', responseCode: 451 }));

function schedule(failure = temporary): number[] {
  const begin = new Date('2026-01-01T00:00:00Z');
  const seconds: number[] = [];
  let now = begin;
  let giveUpAt: Date | null = null;
  for (let made = 1; ; made += 1) {
    const next = nextAttempt({ now, made, giveUpAt, failure });
    if (!next.runAt) return seconds;
    seconds.push((next.runAt.getTime() - begin.getTime()) / 1000);
    now = next.runAt;
    ({ giveUpAt } = next);
  }
}

it('first tries again within a minute, then less and less often, at least every half hour, for a day', () => {
  const times = schedule();
  expect(times.slice(0, 4)).toEqual([20, 60, 140, 300]);
  const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBe(1800);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  const day = 24 * 3600;
  expect(times.at(-1)).toBeLessThanOrEqual(day);
  expect(times.at(-1)).toBeGreaterThan(day - 1800);
});

it('tells a recipient who does not exist from a server that is out of order', () => {
  const refused = (responseCode: number, command: string) =>
    describeFailure(Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode, command }));
  expect(refused(550, 'RCPT TO').final).toBe(true);
  expect(refused(450, 'RCPT TO').final).toBe(false);
  expect(refused(535, 'AUTH PLAIN').final).toBe(false);
  expect(schedule(refused(550, 'RCPT TO'))).toEqual([20, 60, 140, 300]);
});

it('describes a failure to the log without what the server said', () => {
  const failure = describeFailure(
    Object.assign(new Error('550 <asha@example.org> unknown'), { code: 'EENVELOPE', responseCode: 550 }),
  );
  expect(failure.code).toBe('EENVELOPE 550');
  expect(describeFailure(undefined).code).toBe('unknown');
});
