import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, rankAt } from './ranks.ts';

const ranked = (...ranks: (number | null | undefined)[]) => ranks.map((rank, id) => ({ id, rank }));

test('what is dropped first stands one before the first', () => {
  expect(rankAt(ranked(5, 8), 0)).toBe(4);
});

test('what is dropped last, or added, stands one after the last', () => {
  expect(rankAt(ranked(5, 8), 2)).toBe(9);
  expect(rankAt(ranked(5, 8))).toBe(9);
  expect(rankAt(ranked(-7, -3))).toBe(-2);
});

test('what is dropped between two stands in their middle', () => {
  expect(rankAt(ranked(5, 8), 1)).toBe(6.5);
});

test('a missing rank counts as 0, and so does the end of an empty list', () => {
  expect(rankAt(ranked(null, 3), 1)).toBe(1.5);
  expect(rankAt(ranked(undefined), 0)).toBe(-1);
  expect(rankAt(ranked(undefined))).toBe(1);
  expect(rankAt([])).toBe(1);
});

test('ranks stay finite between the largest numbers there are', () => {
  expect(rankAt(ranked(Number.MAX_VALUE, Number.MAX_VALUE), 1)).toBe(Number.MAX_VALUE);
});

test('the rank of a drop puts it where it was dropped', () => {
  const lists = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 20 });
  fc.assert(
    fc.property(lists, fc.nat(), (ranks, anywhere) => {
      const list = inOrder(ranked(...ranks));
      const index = anywhere % (list.length + 1);
      const dropped = { id: -1, rank: rankAt(list, index) };
      expect(inOrder([dropped, ...list]).indexOf(dropped)).toBe(index);
    }),
  );
});

test('equal ranks keep the order they stood in', () => {
  expect(inOrder(ranked(2, 0, 2, undefined)).map(({ id }) => id)).toEqual([1, 3, 0, 2]);
});
