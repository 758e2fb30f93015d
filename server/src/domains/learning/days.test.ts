import { describe, expect, it } from 'vitest';
import { addDays, endOfDay, lastDays, learningDay, startOfDay } from './days.ts';

const at = (text: string) => new Date(text);

describe('a day of learning', () => {
  it.each([
    ['UTC', '2026-03-10T03:59:59Z', '2026-03-09'],
    ['UTC', '2026-03-10T04:00:00Z', '2026-03-10'],
    ['UTC', '2026-03-10T23:59:59Z', '2026-03-10'],
    ['Asia/Kolkata', '2026-03-09T22:29:59Z', '2026-03-09'],
    ['Asia/Kolkata', '2026-03-09T22:30:00Z', '2026-03-10'],
    ['America/Los_Angeles', '2026-03-10T10:59:59Z', '2026-03-09'],
    ['America/Los_Angeles', '2026-03-10T11:00:00Z', '2026-03-10'],
    ['Pacific/Kiritimati', '2026-01-01T14:00:00Z', '2026-01-02'],
  ])('in %s holds %s', (zone, moment, day) => {
    expect(learningDay(at(moment), zone)).toBe(day);
  });

  it.each([
    ['UTC', '2026-03-10', '2026-03-10T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-10', '2026-03-09T22:30:00.000Z'],
    // The clocks go forward and back at night.
    ['Europe/Berlin', '2026-03-29', '2026-03-29T02:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T03:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T11:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T14:00:00.000Z'],
  ])('in %s begins on %s at %s', (zone, day, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect(learningDay(startOfDay(day, zone), zone)).toBe(day);
    expect(learningDay(new Date(startOfDay(day, zone).getTime() - 1), zone)).toBe(addDays(day, -1));
  });

  it('ends where the next begins', () => {
    expect(endOfDay(at('2026-03-10T02:00:00Z'), 'UTC').toISOString()).toBe('2026-03-10T04:00:00.000Z');
    expect(endOfDay(at('2026-03-10T12:00:00Z'), 'UTC').toISOString()).toBe('2026-03-11T04:00:00.000Z');
  });

  it('is the last of the four weeks up to it', () => {
    const days = lastDays(28, at('2026-03-01T12:00:00Z'), 'UTC');
    expect([days.length, days[0], days[27]]).toEqual([28, '2026-02-02', '2026-03-01']);
  });
});
