import { expect, it } from 'vitest';
import type { FeedView } from '../api.ts';
import { newerThan } from './member-feed.ts';

const entry = (id: number, action = 'Asha created this card') => ({ kind: 'card', id, action }) as FeedView;

it('counts what came above the list that is shown', () => {
  const shown = [entry(3), entry(2), entry(1)];
  expect(newerThan(shown, [entry(3), entry(2)])).toBe(0);
  expect(newerThan(shown, [entry(5), entry(4), entry(3)])).toBe(2);
  expect(newerThan(shown, [entry(2, 'Lin liked this card'), entry(3)])).toBe(1);
  expect(newerThan(shown, [entry(9), entry(8)])).toBe(2);
  expect(newerThan(shown, [])).toBe(0);
});
