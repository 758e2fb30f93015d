import { pageSize, readPlace } from '#db/page.ts';
import { ProblemError } from '#http/problems.ts';
import { type Ask, type Binding, bind, JsonText } from '#http/serve.ts';
import { createSemaphore, QueueFullError } from '#lib/semaphore.ts';
import { bestFound, search } from './queries.ts';

/** Of the connections a process has to the database, so that people who search never keep others waiting. */
const atOnce = { running: 3, waiting: 60 };

export function searchRoutes(): Binding[] {
  const inTurn = createSemaphore(atOnce.running, atOnce.waiting);

  const find = async ({
    query,
    viewer,
    reads,
    request,
  }: Ask<'GET /searchfeed'> | Ask<'GET /r/searchfeed'>) => {
    const page = {
      types: query.types,
      limit: pageSize(query),
      after: readPlace(query.cursor, bestFound),
      viewer,
    };
    try {
      return await inTurn(async () => {
        // Whoever types on has left this question behind.
        if (viewer && request.raw.destroyed) throw new ProblemError('unavailable');
        return new JsonText(await search(reads, query.q, page));
      });
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemError('unavailable', 'Very many people are searching right now. Please try again.', {
        retryAfter: 2,
        cause: error,
      });
    }
  };

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}
