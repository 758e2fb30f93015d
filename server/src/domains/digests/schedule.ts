import { addDays, dayFrom } from '#domains/learning/days.ts';

/** Digests are written at this hour in the user's time zone. */
const hour = 7;

/** The day whose digests are due or have been written; it begins at seven. */
export const digestDay = (now: Date, zone: string): string => dayFrom(hour, now, zone);

/** The latest Monday after `last` and not after `day`, on which weekly digests are due. */
export function mondayBetween(last: string, day: string): string | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const monday = addDays(day, -((weekday + 6) % 7));
  return monday > last ? monday : undefined;
}

/** A zone that was never looked at has missed nothing. */
export const dayBefore = (day: string): string => addDays(day, -1);
