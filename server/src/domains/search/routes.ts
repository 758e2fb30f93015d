import { decodeCursor, pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { countPeople } from '#domains/users/people-search.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Binding, bind, type HandlerInput, JsonText } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { countMatches, firstPosition, search } from './queries.ts';

/** Searches of one process at a time, so that they leave database connections to other requests. */
const concurrency = { running: 2, waiting: 60 };

export function searchRoutes(): Binding[] {
  const runLimited = limitConcurrency(
    concurrency,
    'Very many people are searching right now. Please try again.',
  );

  const find = ({
    query,
    viewer,
    reads,
    request,
  }: HandlerInput<'GET /searchfeed'> | HandlerInput<'GET /r/searchfeed'>) => {
    const page = {
      types: query.types,
      limit: pageSize(query),
      after: decodeCursor(query.cursor, firstPosition),
      viewer,
    };
    // A viewer who types on cancels the search before.
    return runLimited(
      async () => {
        const found = await search(reads, query.q, page);
        return new JsonText(query.counts ? withCounts(found, await countAll(reads, query.q, viewer)) : found);
      },
      viewer ? request : undefined,
    );
  };

  const countAll = async (reads: Db, q: string, viewer: Viewer | undefined) => {
    const counts = await countMatches(reads, q, viewer);
    return viewer ? { ...counts, user: await countPeople(reads, viewer, q) } : counts;
  };

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}

function withCounts(answer: string, counts: object): string {
  return `${answer.slice(0, -1)},"countModel":${JSON.stringify(counts)}}`;
}
