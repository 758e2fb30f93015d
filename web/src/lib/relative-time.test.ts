import { expect, it } from 'vitest';
import { millisecondsOf, relativeTime } from './relative-time.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-5, 'About a Minute Ago'],
  [0, 'About a Minute Ago'],
  [119, 'About a Minute Ago'],
  [120, '2 Minutes Ago'],
  [59 * minute + 59, '59 Minutes Ago'],
  [hour, '1 Hour Ago'],
  [2 * hour - 1, '1 Hour Ago'],
  [2 * hour, '2 Hours Ago'],
  [day - 1, '23 Hours Ago'],
  [day, 'Yesterday'],
  [2 * day - 1, 'Yesterday'],
  [2 * day, '2 Days Ago'],
  [7 * day - 1, '6 Days Ago'],
  [7 * day, '1 Week Ago'],
  [14 * day - 1, '1 Week Ago'],
  [14 * day, '2 Weeks Ago'],
  [31 * day - 1, '4 Weeks Ago'],
  [31 * day, '1 Month Ago'],
  [62 * day, '2 Months Ago'],
  [365 * day - 1, '11 Months Ago'],
  [365 * day, 'Last Year'],
  [730 * day - 1, 'Last Year'],
  [730 * day, '2 Years Ago'],
  [3650 * day, '10 Years Ago'],
])('%d seconds ago reads %s', (seconds, text) => {
  expect(relativeTime(seconds)).toBe(text);
});

it('reads the wire’s nanoseconds', () => {
  expect(millisecondsOf(1_790_000_000_000_000_000)).toBe(1_790_000_000_000);
});
