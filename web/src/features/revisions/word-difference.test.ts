import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.ts';

const side = (before: string, after: string, without: 'removed' | 'added') =>
  wordDifference(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

const word = fc.constantFrom('light', 'bends', 'in', 'water', ' ', '  ', '\n', ',', '.', 'पानी', '🌱');
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));

test('both texts can be read from the difference', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(side(before, after, 'added')).toBe(before);
      expect(side(before, after, 'removed')).toBe(after);
    }),
  );
});

test('equal texts have no change', () => {
  expect(wordDifference('Light bends.', 'Light bends.')).toEqual([{ kind: 'same', text: 'Light bends.' }]);
  expect(wordDifference('', '')).toEqual([]);
});

test('only the changed words are marked', () => {
  expect(wordDifference('Light bends in water.', 'Light bends slowly in glass.')).toEqual([
    { kind: 'same', text: 'Light bends ' },
    { kind: 'added', text: 'slowly ' },
    { kind: 'same', text: 'in ' },
    { kind: 'removed', text: 'water' },
    { kind: 'added', text: 'glass' },
    { kind: 'same', text: '.' },
  ]);
});

test('a phrase that was replaced is one removal and one addition', () => {
  expect(wordDifference('see the red car', 'see a blue car')).toEqual([
    { kind: 'same', text: 'see ' },
    { kind: 'removed', text: 'the red' },
    { kind: 'added', text: 'a blue' },
    { kind: 'same', text: ' car' },
  ]);
});

test('texts that differ almost everywhere are shown one after the other', () => {
  const words = (name: string) => Array.from({ length: 2000 }, (_, at) => `${name}${at}`).join(' ');
  const [before, after] = [words('a'), words('b')];
  expect(side(before, after, 'added')).toBe(before);
  expect(wordDifference(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
