import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextHidden, nothingRecalled, pressLabel, proposedGrade, uncoverAll } from './recall.ts';

const regions = ['root', 'stem', 'leaf', 'flower', 'seed'].map((id) => ({ id }));
const press = (ids: readonly string[]) => ids.reduce(pressLabel, nothingRecalled);

it('uncovers a label with the first press and marks it as missed with the second', () => {
  expect(press(['leaf'])).toEqual({ uncovered: ['leaf'], missed: [] });
  expect(press(['leaf', 'leaf'])).toEqual({ uncovered: ['leaf'], missed: ['leaf'] });
  expect(press(['leaf', 'leaf', 'leaf'])).toEqual({ uncovered: ['leaf'], missed: [] });
});

it('uncovers the labels in their order, then none is left', () => {
  expect(nextHidden(press(['root', 'leaf']), regions)).toBe('stem');
  expect(nextHidden(uncoverAll(press(['leaf', 'leaf']), regions), regions)).toBeUndefined();
  expect(uncoverAll(press(['leaf', 'leaf']), regions).missed).toEqual(['leaf']);
});

it('proposes Good for all labels, Hard for most and Again for half', () => {
  const missed = (count: number) => ({ uncovered: [], missed: regions.slice(0, count).map(({ id }) => id) });
  expect([0, 1, 2, 3, 5].map((count) => proposedGrade(missed(count), 5))).toEqual([3, 2, 2, 1, 1]);
});

it('never proposes a better grade for more missed labels, and only uncovered labels are missed', () => {
  const ids = fc.array(fc.constantFrom(...regions.map(({ id }) => id)), { maxLength: 20 });
  fc.assert(
    fc.property(ids, (presses) => {
      const recall = press(presses);
      expect(recall.missed.filter((id) => !recall.uncovered.includes(id))).toEqual([]);
      const one = recall.missed.slice(1);
      expect(proposedGrade({ ...recall, missed: one }, 5)).toBeGreaterThanOrEqual(proposedGrade(recall, 5));
    }),
  );
});
