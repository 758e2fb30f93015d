import { expect, test } from 'vitest';
import { withMembership } from './chain-membership.ts';

const choices = (contains: boolean, postCount: number) => ({
  pages: [{ chainChoiceVec: [{ id: 1, title: 'Skies', postCount, contains }], nextCursor: 'next' }],
  pageParams: [undefined],
});

test('adding a card ticks the chain and counts it once', () => {
  const added = withMembership(choices(false, 2), { chainId: 1, contains: true });
  expect(added).toEqual(choices(true, 3));
  expect(withMembership(added, { chainId: 1, contains: true })).toEqual(added);
});

test('taking a card out unticks only its chain', () => {
  expect(withMembership(choices(true, 3), { chainId: 1, contains: false })).toEqual(choices(false, 2));
  expect(withMembership(choices(true, 3), { chainId: 2, contains: false })).toEqual(choices(true, 3));
});
