import { expect, it } from 'vitest';
import { FeedGuesses } from './feed-guesses.ts';

it('remembers how far back a page of one size reached for one person, until a page was found without', () => {
  const guesses = new FeedGuesses();
  const moment = new Date('2026-11-01T10:00:00Z');
  guesses.keep(1, 28, moment);
  expect(guesses.of(1, 28)).toBe(moment);
  expect(guesses.of(1, 5)).toBeNull();
  expect(guesses.of(12, 8)).toBeNull();
  guesses.keep(1, 28, null);
  expect(guesses.of(1, 28)).toBeNull();
});
