import { expect, it } from 'vitest';
import type { FeedEntry } from './feed-entry.ts';
import { newerThan } from './member-feed.ts';

const entry = (id: number, actor = 'asha', otherCount = 0) =>
  ({ kind: 'card', id, actor: { href: actor }, activity: 'liked this card', otherCount }) as FeedEntry;

it('counts what came above the list that is shown', () => {
  const shown = [entry(3), entry(2), entry(1)];
  expect(newerThan(shown, [entry(3), entry(2)])).toBe(0);
  expect(newerThan(shown, [entry(5), entry(4), entry(3)])).toBe(2);
  expect(newerThan(shown, [entry(2, 'lin'), entry(3)])).toBe(1);
  expect(newerThan(shown, [entry(9), entry(8)])).toBe(2);
  expect(newerThan(shown, [])).toBe(0);
});

it('does not count an entry whose other likers changed', () => {
  expect(newerThan([entry(3, 'asha', 2)], [entry(3, 'asha', 1)])).toBe(0);
});
