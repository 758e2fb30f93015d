import { expect, it } from 'vitest';
import { digestDay, mondayBetween } from './schedule.ts';

it.each([
  ['UTC', '2026-10-26T06:59:59Z', '2026-10-25'],
  ['UTC', '2026-10-26T07:00:00Z', '2026-10-26'],
  ['Asia/Kolkata', '2026-10-26T01:29:59Z', '2026-10-25'],
  ['Asia/Kolkata', '2026-10-26T01:30:00Z', '2026-10-26'],
  // The night after which the clocks go back.
  ['Europe/Berlin', '2026-10-24T05:00:00Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T05:30:00Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T06:00:00Z', '2026-10-25'],
])('in %s it is at %s the day of the digests of %s', (zone, now, day) => {
  expect(digestDay(new Date(now), zone)).toBe(day);
});

it.each([
  ['2026-10-25', '2026-10-26', '2026-10-26'],
  ['2026-10-26', '2026-10-27', undefined],
  ['2026-10-26', '2026-11-01', undefined],
  ['2026-10-24', '2026-10-28', '2026-10-26'],
  ['2026-10-01', '2026-10-28', '2026-10-26'],
])('weekly digests are due between %s and %s: %s', (last, day, monday) => {
  expect(mondayBetween(last, day)).toBe(monday);
});
