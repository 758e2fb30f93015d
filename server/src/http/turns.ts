import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import { ProblemError } from './problems.ts';

/** For what is dear: few run at once, some wait in order, and whoever comes then is told with these words to try again. */
export function takeTurns(
  atOnce: { running: number; waiting: number },
  tooMany: string,
): <T>(work: () => Promise<T>) => Promise<T> {
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);
  return async (work) => {
    try {
      return await inTurn(work);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemError('unavailable', tooMany, { retryAfter: 2, cause: error });
    }
  };
}
