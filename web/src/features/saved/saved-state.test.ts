import { expect, test } from 'vitest';
import { type SavedState, withSaved } from './saved-state.ts';

const state = (saved: boolean, listIdVec: number[], counts: [number, number]): SavedState => ({
  saved,
  listIdVec,
  savedListModelVec: [
    { listId: 1, title: 'Optics', count: counts[0] },
    { listId: 2, title: 'Later', count: counts[1] },
  ],
});

test('saving touches no list', () => {
  expect(withSaved(state(false, [], [3, 0]), { saved: true })).toEqual(state(true, [], [3, 0]));
});

test('saving into a list saves, and counts once', () => {
  const once = withSaved(state(false, [], [3, 0]), { saved: true, listId: 1 });
  expect(once).toEqual(state(true, [1], [4, 0]));
  expect(withSaved(once, { saved: true, listId: 1 })).toEqual(once);
});

test('leaving a list keeps it saved', () => {
  expect(withSaved(state(true, [1, 2], [4, 1]), { saved: false, listId: 1 })).toEqual(
    state(true, [2], [3, 1]),
  );
});

test('no longer saving takes it out of all lists', () => {
  expect(withSaved(state(true, [1, 2], [4, 1]), { saved: false })).toEqual(state(false, [], [3, 0]));
});
