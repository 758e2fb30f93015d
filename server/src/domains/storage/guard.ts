import { createCircuitBreaker } from '#lib/circuit-breaker.ts';
import { createSemaphore } from '#lib/semaphore.ts';

/** More than a page full of pictures asks for; whoever comes after them waits for little. */
const atOnce = { running: 64, waiting: 256 };
const circuit = { failures: 5, openMs: 10_000 };

/**
 * For a storage on another machine, which may be away: after a few failures in a row it is left alone for a while, and whoever asks for
 * something learns at once that it cannot be had.
 */
export function createGuard(): <T>(work: () => Promise<T>) => Promise<T> {
  const breaker = createCircuitBreaker(circuit);
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);
  return (work) =>
    inTurn(async () => {
      const attempt = breaker.enter();
      try {
        const result = await work();
        attempt.succeeded();
        return result;
      } catch (error) {
        attempt.failed();
        throw error;
      }
    });
}
