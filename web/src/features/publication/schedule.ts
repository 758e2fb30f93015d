const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The browser's zone, by name. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** A moment as the value of a date and time field, in the browser's zone. */
export function localTimeOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Undefined for an empty or incomplete field. */
export function millisecondsOfLocal(value: string): number | undefined {
  const milliseconds = new Date(value).getTime();
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** “Will be published on 3 March 2027 at 09:00”. */
export function scheduleText(milliseconds: number): string {
  const moment = new Date(milliseconds).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  return `Will be published on ${moment}`;
}
