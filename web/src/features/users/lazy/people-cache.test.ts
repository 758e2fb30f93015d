import { expect, it } from 'vitest';
import { withChange } from './people-cache.ts';

it('finds the person however deep they stand, and leaves everybody else the object they were', () => {
  const meera = { userId: 1, firstName: 'Meera' };
  const kofi = { userId: 2, firstName: 'Kofi' };
  const pages = [
    { connModelVec: [{ connectionModel: meera }, { connectionModel: kofi }] },
    { connModelVec: [] },
  ];
  const changed = withChange({ pages }, 1, { connected: true });
  expect(changed.pages[0]?.connModelVec[0]?.connectionModel).toEqual({ ...meera, connected: true });
  expect(changed.pages[0]?.connModelVec[1]?.connectionModel).toBe(kofi);
  expect(changed.pages[1]).toBe(pages[1]);
  expect(meera).toEqual({ userId: 1, firstName: 'Meera' });
});

it('returns the very same data when the person is not in it', () => {
  const data = { pages: [{ userModelVec: [{ userId: 2 }], nextCursor: null }] };
  expect(withChange(data, 1, { connected: true })).toBe(data);
});
