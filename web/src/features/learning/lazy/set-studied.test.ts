import { beforeEach, expect, it } from 'vitest';
import { getProgress, type Progress, setProgress } from '../progress-store.ts';
import { setStudied } from './set-studied.ts';

const chain = { kind: 'chain', id: 7 } as const;
const isStudied = () => getProgress(chain)?.studied;

beforeEach(() => setProgress(chain, { studied: false } as Progress));

it('shows at once that a chain is studied', async () => {
  const answer = Promise.withResolvers<{ studied: boolean }>();
  const done = setStudied(chain, true, () => answer.promise);
  expect(isStudied()).toBe(true);
  answer.resolve({ studied: true });
  await done;
  expect(isStudied()).toBe(true);
});

it('shows the state before when the request fails', async () => {
  const done = setStudied(chain, true, () => Promise.reject(new Error('away')));
  expect(isStudied()).toBe(true);
  await expect(done).rejects.toThrow('away');
  expect(isStudied()).toBe(false);
});
