import type { FastifyRequest } from 'fastify';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import { ProblemError } from './problems.ts';

/** For what is dear: few run at once, some wait in order, and whoever comes then is told with these words to try again. An answer that others wait for as well has no `asker`. */
export function takeTurns(
  atOnce: { running: number; waiting: number },
  tooMany: string,
): <T>(work: () => Promise<T>, asker?: FastifyRequest) => Promise<T> {
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);
  return async (work, asker) => {
    try {
      return await inTurn(async () => {
        // Whoever has gone meanwhile needs no answer.
        if (asker?.raw.destroyed) throw new ProblemError('unavailable');
        return work();
      });
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemError('unavailable', tooMany, { retryAfter: 2, cause: error });
    }
  };
}
