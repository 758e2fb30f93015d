import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { ProblemError } from './problems.ts';
import { takeTurns } from './turns.ts';

it('tells whoever would wait behind too many to come again, and lets everybody else have their turn', async () => {
  const inTurn = takeTurns({ running: 1, waiting: 1 }, 'Too many. Please try again.');
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((n) => inTurn(() => sleep(5, n))));
  expect([first, second]).toEqual([1, 2].map((value) => ({ status: 'fulfilled', value })));
  expect(third).toMatchObject({
    reason: { code: 'unavailable', message: 'Too many. Please try again.', retryAfter: 2 },
  });
  expect(await inTurn(async () => 4)).toBe(4);
});

it('does nothing for those who have gone while they waited', async () => {
  const inTurn = takeTurns({ running: 1, waiting: 1 }, 'Too many.');
  const asker = { raw: { destroyed: false } };
  let isDone = false;
  const before = inTurn(() => sleep(5));
  const waiting = inTurn(async () => {
    isDone = true;
  }, asker as FastifyRequest);
  asker.raw.destroyed = true;
  await before;
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  expect(isDone).toBe(false);
});

it('passes on what goes wrong with the work itself', async () => {
  const inTurn = takeTurns({ running: 1, waiting: 1 }, 'Too many.');
  const gone = new ProblemError('not_found');
  await expect(inTurn(() => Promise.reject(gone))).rejects.toBe(gone);
});
