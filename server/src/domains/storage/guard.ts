import { createCircuitBreaker } from '#lib/circuit-breaker.ts';
import { createSemaphore } from '#lib/semaphore.ts';

/** Above what a page of pictures requests; further requests wait only briefly. */
const concurrency = { running: 64, waiting: 256 };
const circuit = { failures: 5, openMs: 10_000 };

/** For remote storage: limits concurrency, and fails fast for a while after a few failures in a row. */
export function createGuard(): <T>(work: () => Promise<T>) => Promise<T> {
  const breaker = createCircuitBreaker(circuit);
  const limitConcurrency = createSemaphore(concurrency.running, concurrency.waiting);
  return (work) =>
    limitConcurrency(async () => {
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
