import { expect, it } from 'vitest';
import { within } from './deadline.ts';

it('passes an answer and an error on', async () => {
  expect(await within(10_000, Promise.resolve('answer'))).toBe('answer');
  await expect(within(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('ends the wait for an answer that takes too long', async () => {
  const never = new Promise(() => {});
  await expect(within(1, never)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
});
