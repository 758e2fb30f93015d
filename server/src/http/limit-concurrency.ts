import type { FastifyRequest } from 'fastify';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import { ProblemError } from './problems.ts';

/**
 * For expensive work: a few run at once, some wait in order, and further requests are refused with `refusal`. Work
 * whose request has disconnected while it waited is skipped; an answer shared by several requests passes no `request`.
 */
export function limitConcurrency(
  { running, waiting }: { running: number; waiting: number },
  refusal: string,
): <T>(work: () => Promise<T>, request?: FastifyRequest) => Promise<T> {
  const runLimited = createSemaphore(running, waiting);
  return async (work, request) => {
    try {
      return await runLimited(async () => {
        if (request?.raw.destroyed) throw new ProblemError('unavailable');
        return work();
      });
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemError('unavailable', refusal, { retryAfter: 2, cause: error });
    }
  };
}
