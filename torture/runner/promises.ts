import { access } from './promises/access.ts';
import { accounts } from './promises/accounts.ts';
import { hardTimes } from './promises/hard-times.ts';
import { input } from './promises/input.ts';
import { keptData } from './promises/kept-data.ts';
import { people } from './promises/people.ts';
import type { Promised } from './promises/promise.ts';

/** Everything we promise, in our own words. Tests that only say more of the same are left out. */
export const promises: readonly Promised[] = [
  ...keptData,
  ...access,
  ...input,
  ...hardTimes,
  ...accounts,
  ...people,
];
