const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** How long it is until a card comes back: "in 10 min", "tomorrow", "in 9 days", "in 3 months". */
export function intervalText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 60) return `in ${minutes} min`;
  const days = Math.round(ms / dayMs);
  if (days < 1) return `in ${plural(Math.round(minutes / 60), 'hour')}`;
  if (days === 1) return 'tomorrow';
  if (days < 30) return `in ${plural(days, 'day')}`;
  if (days < 365) return `in ${plural(Math.round(days / 30), 'month')}`;
  return `in ${plural(Math.round(days / 365), 'year')}`;
}

export const aboutMinutes = (minutes: number) => `about ${plural(minutes, 'minute')}`;

/** The time zone of this device. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
