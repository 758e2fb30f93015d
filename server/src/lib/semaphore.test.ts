import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSemaphore, QueueFullError } from './semaphore.ts';

it('runs no more than it has places for, in the order of asking', async () => {
  const inTurn = createSemaphore(2);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await sleep(5);
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it('frees the place of work that fails', async () => {
  const inTurn = createSemaphore(1);
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(async () => 'yes')).toBe('yes');
});

it('refuses more than may wait', async () => {
  const inTurn = createSemaphore(1, 1);
  const work = () => sleep(20);
  const results = await Promise.allSettled([inTurn(work), inTurn(work), inTurn(work)]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: expect.any(QueueFullError) });
});
