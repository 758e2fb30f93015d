const minute = 60;
const hour = 3600;
const day = 86_400;
const week = 7 * day;
const month = 31 * day;
const year = 365 * day;

const timesAgo = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'} Ago`;

/** A relative time in the product's wording. A time in the future counts as now. */
export function relativeTime(seconds: number): string {
  if (seconds < 2 * minute) return 'About a Minute Ago';
  if (seconds < hour) return timesAgo(Math.floor(seconds / minute), 'Minute');
  if (seconds < 2 * hour) return '1 Hour Ago';
  if (seconds < day) return timesAgo(Math.floor(seconds / hour), 'Hour');
  if (seconds < 2 * day) return 'Yesterday';
  if (seconds < week) return timesAgo(Math.floor(seconds / day), 'Day');
  if (seconds < month) return timesAgo(Math.floor(seconds / week), 'Week');
  if (seconds < year) return timesAgo(Math.floor(seconds / month), 'Month');
  if (seconds < 2 * year) return 'Last Year';
  return timesAgo(Math.floor(seconds / year), 'Year');
}

/** The API uses nanoseconds since the epoch; dates use milliseconds. */
export const millisecondsOf = (nanoseconds: number) => Math.floor(nanoseconds / 1e6);
