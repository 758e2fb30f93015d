/** A learner's day begins at this hour, so that a late evening belongs to the day before. */
const firstHour = 4;
const dayMs = 24 * 3600 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Names of zones are accepted in any case. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase();
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(key, format);
  }
  return format;
}

/** The local time at that moment, as if it were UTC. */
function localTime(at: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** The hour that a clock in the zone shows, from 0 to 23. */
export function hourOfDay(at: Date, zone: string): number {
  return new Date(localTime(at, zone)).getUTCHours();
}

/** The day a moment belongs to, as `YYYY-MM-DD`. */
export const learningDay = (at: Date, zone: string): string => dayFrom(firstHour, at, zone);

/** The same for days that begin at another hour. */
export function dayFrom(hour: number, at: Date, zone: string): string {
  return new Date(localTime(at, zone) - hour * 3600 * 1000).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The moment a day begins. */
export function startOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + firstHour * 3600 * 1000;
  let at = wanted;
  // The second round is for days on which the offset changes.
  for (let round = 0; round < 2; round += 1) at += wanted - localTime(new Date(at), zone);
  return new Date(at);
}

/** The moment the day after this one begins. */
export function endOfDay(at: Date, zone: string): Date {
  return startOfDay(addDays(learningDay(at, zone), 1), zone);
}

/** That many days up to today, oldest first. */
export function lastDays(count: number, now: Date, zone: string): string[] {
  const today = learningDay(now, zone);
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
}
