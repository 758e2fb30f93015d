import { expect, it } from 'vitest';
import { reasonText } from './reason.ts';

it.each([
  [{ reason: 'contacts' }, 'Among your contacts'],
  [{ reason: 'connections', sharedCount: 1, sharedNameVec: ['Meera'] }, '1 shared connection: Meera'],
  [
    { reason: 'connections', sharedCount: 3, sharedNameVec: ['Meera', 'Kofi', 'Lin'] },
    '3 shared connections: Meera, Kofi, Lin',
  ],
  [
    { reason: 'connections', sharedCount: 9, sharedNameVec: ['Meera', 'Kofi'] },
    '9 shared connections: Meera, Kofi and 7 more',
  ],
  [{ reason: 'topics', sharedCount: 2, sharedNameVec: ['Light', 'Sky'] }, '2 shared topics: Light, Sky'],
  [{ reason: 'topics', sharedCount: 2 }, '2 shared topics'],
  [
    { reason: 'cards', sharedCount: 5, sharedNameVec: ['Light', 'Sky'] },
    'Makes great cards about Light and Sky',
  ],
  [{ reason: 'cards', sharedCount: 5 }, 'Makes great cards'],
  [{}, undefined],
] as const)('says why: %j', (suggestion, text) => {
  expect(
    reasonText({
      ...suggestion,
      sharedNameVec: [...('sharedNameVec' in suggestion ? suggestion.sharedNameVec : [])],
    }),
  ).toBe(text);
});
