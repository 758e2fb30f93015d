import { expect, it } from 'vitest';
import { localTimeOf, millisecondsOfLocal, refuseHalfTyped, scheduleText } from './schedule.ts';

const moment = new Date(2027, 2, 3, 9, 5).getTime();

it('a moment is shown and read in the zone of the browser', () => {
  expect(localTimeOf(moment)).toBe('2027-03-03T09:05');
  expect(millisecondsOfLocal('2027-03-03T09:05')).toBe(moment);
  expect(scheduleText(moment)).toBe('Will be published on 3 March 2027 at 09:05');
});

it('an empty field is no moment', () => {
  expect(millisecondsOfLocal('')).toBeUndefined();
});

it('a date without a time is refused at its field', () => {
  const input = (badInput: boolean) => ({ validity: { badInput } as ValidityState });
  expect(() => refuseHalfTyped(input(true))).toThrow('Give both a date and a time.');
  expect(() => refuseHalfTyped(input(false))).not.toThrow();
  expect(() => refuseHalfTyped(null)).not.toThrow();
});
