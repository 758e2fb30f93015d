import { decodeCursor, pageSize } from '#db/page.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Binding, bind, type HandlerInput, JsonText } from '#http/serve.ts';
import { firstPosition, search } from './queries.ts';

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
      async () => new JsonText(await search(reads, query.q, page)),
      viewer ? request : undefined,
    );
  };

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}
