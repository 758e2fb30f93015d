import { pageSize, readPlace } from '#db/page.ts';
import { limitConcurrency } from '#http/limit-concurrency.ts';
import { type Ask, type Binding, bind, JsonText } from '#http/serve.ts';
import { bestFound, search } from './queries.ts';

/** Of the connections a process has to the database, so that people who search never keep others waiting; more at once would make each slower, and nobody faster. */
const atOnce = { running: 2, waiting: 60 };

export function searchRoutes(): Binding[] {
  const runLimited = limitConcurrency(atOnce, 'Very many people are searching right now. Please try again.');

  const find = ({ query, viewer, reads, request }: Ask<'GET /searchfeed'> | Ask<'GET /r/searchfeed'>) => {
    const page = {
      types: query.types,
      limit: pageSize(query),
      after: readPlace(query.cursor, bestFound),
      viewer,
    };
    // A viewer who types on cancels this request.
    return runLimited(
      async () => new JsonText(await search(reads, query.q, page)),
      viewer ? request : undefined,
    );
  };

  return [bind('GET /searchfeed', find), bind('GET /r/searchfeed', find)];
}
