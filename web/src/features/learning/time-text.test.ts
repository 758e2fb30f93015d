import { expect, it } from 'vitest';
import { progressText } from './progress-text.ts';
import { intervalText } from './time-text.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

it.each([
  [1, 'in 1 min'],
  [minute, 'in 1 min'],
  [10 * minute, 'in 10 min'],
  [90 * minute, 'in 2 hours'],
  [day, 'tomorrow'],
  [2 * day, 'in 2 days'],
  [29 * day, 'in 29 days'],
  [45 * day, 'in 2 months'],
  [300 * day, 'in 10 months'],
  [800 * day, 'in 2 years'],
])('says that %d ms are %s', (ms, words) => {
  expect(intervalText(ms)).toBe(words);
});

it.each([
  [{ total: 10, readCount: 0, knownCount: 0 }, 'Not begun yet'],
  [{ total: 10, readCount: 3, knownCount: 0 }, 'You have read 3 of 10'],
  [{ total: 10, readCount: 6, knownCount: 4 }, 'You know 4 of 10'],
  [{ total: 10, readCount: 10, knownCount: 0 }, 'You have read all 10'],
  [{ total: 10, readCount: 10, knownCount: 10 }, 'You know all 10'],
  [{ total: 0, readCount: 0, knownCount: 0 }, 'Not begun yet'],
])('sums up %o as "%s"', (counts, words) => {
  expect(progressText(counts)).toBe(words);
});
