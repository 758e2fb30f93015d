import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';
import { ProblemError } from './problems.ts';

it('asks a request that finds the queue full to try again, and runs all others', async () => {
  const runLimited = limitConcurrency({ running: 1, waiting: 1 }, 'Too many. Please try again.');
  const [first, second, third] = await Promise.allSettled(
    [1, 2, 3].map((n) => runLimited(() => sleep(5, n))),
  );
  expect([first, second]).toEqual([1, 2].map((value) => ({ status: 'fulfilled', value })));
  expect(third).toMatchObject({
    reason: { code: 'unavailable', message: 'Too many. Please try again.', retryAfter: 2 },
  });
  expect(await runLimited(async () => 4)).toBe(4);
});

it('skips the work of a request that disconnected while it waited', async () => {
  const runLimited = limitConcurrency({ running: 1, waiting: 1 }, 'Too many.');
  const request = { raw: { destroyed: false } };
  let isDone = false;
  const before = runLimited(() => sleep(5));
  const waiting = runLimited(async () => {
    isDone = true;
  }, request as FastifyRequest);
  request.raw.destroyed = true;
  await before;
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  expect(isDone).toBe(false);
});

it('passes on errors of the work itself', async () => {
  const runLimited = limitConcurrency({ running: 1, waiting: 1 }, 'Too many.');
  const problem = new ProblemError('not_found');
  await expect(runLimited(() => Promise.reject(problem))).rejects.toBe(problem);
});
