import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSemaphore } from './semaphore.ts';

interface GuardOptions {
  /** Calls at once, and calls that may wait for them. */
  running: number;
  waiting: number;
  /** This many failures in a row refuse all calls for `openMs`. */
  failures: number;
  openMs: number;
}

/** For calls of another server: limits concurrency, and fails fast for a while after a few failures in a row. */
export function createGuard({
  running,
  waiting,
  failures,
  openMs,
}: GuardOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const breaker = createCircuitBreaker({ failures, openMs });
  const limitConcurrency = createSemaphore(running, waiting);
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
