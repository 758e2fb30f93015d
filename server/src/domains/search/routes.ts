import type { SearchCountModel } from '@gyan/contract/search.ts';
import { pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { countPeople } from '#domains/users/people-search.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Binding, bind, type HandlerInput, JsonText } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { countMatches, search } from './queries.ts';

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
  }: HandlerInput<'GET /searchfeed'> | HandlerInput<'GET /r/searchfeed'>) =>
    runLimited(
      async () => {
        const page = { ...query, limit: pageSize(query), viewer };
        const { items, nextCursor } = await search(reads, query.q, page);
        const members = [`"feedItemModelVec":[${items.join(',')}]`];
        if (nextCursor) members.push(`"nextCursor":"${nextCursor}"`);
        if (query.counts)
          members.push(`"countModel":${JSON.stringify(await countAll(reads, query.q, viewer))}`);
        return new JsonText(`{${members.join(',')}}`);
      },
      // A viewer who types on cancels the search before.
      viewer ? request : undefined,
    );

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}

async function countAll(reads: Db, typed: string, viewer: Viewer | undefined): Promise<SearchCountModel> {
  const counts = await countMatches(reads, typed, viewer);
  return viewer ? { ...counts, user: await countPeople(reads, viewer, typed) } : counts;
}
