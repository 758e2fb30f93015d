import { createBreaker } from '#lib/breaker.ts';
import { createSemaphore } from '#lib/semaphore.ts';

/** More than a page full of pictures asks for; whoever comes after them waits for little. */
const atOnce = { running: 64, waiting: 256 };
const rest = { failures: 5, restMs: 10_000 };

/**
 * For a storage on another machine, which may be away: after a few failures in a row it is left alone for a while, and whoever asks for
 * something learns at once that it cannot be had.
 */
export function createGuard(): <T>(work: () => Promise<T>) => Promise<T> {
  const breaker = createBreaker(rest);
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);
  return (work) =>
    inTurn(async () => {
      const passage = breaker.enter();
      try {
        const result = await work();
        passage.succeeded();
        return result;
      } catch (error) {
        passage.failed();
        throw error;
      }
    });
}
