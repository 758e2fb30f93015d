import { pageSize } from '#db/page.ts';
import { countPeople } from '#domains/users/people-search.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Binding, bind, type HandlerInput, JsonText } from '#http/serve.ts';
import { search } from './queries.ts';

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
        const { items, nextCursor, counts } = await search(reads, query.q, {
          ...query,
          limit: pageSize(query),
          viewer,
        });
        const user = query.counts && viewer ? await countPeople(reads, viewer, query.q) : undefined;
        const members = [`"feedItemModelVec":[${items.join(',')}]`];
        if (nextCursor) members.push(`"nextCursor":"${nextCursor}"`);
        if (query.counts) members.push(`"countModel":${JSON.stringify({ ...counts, user })}`);
        return new JsonText(`{${members.join(',')}}`);
      },
      // A viewer who types on cancels the search before.
      viewer ? request : undefined,
    );

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}
