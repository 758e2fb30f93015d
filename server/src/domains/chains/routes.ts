import { pageSize, readPlace } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { findChainDetail, firstCard, listTrendingChains, mostTrending } from './queries.ts';

export function chainRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind(
      'GET /chapters',
      async ({ query }) =>
        new JsonText(
          await listTrendingChains(db, {
            limit: pageSize(query),
            after: readPlace(query.cursor, mostTrending),
          }),
        ),
    ),
    bind('GET /chapter', async ({ query }) => {
      const detail = await findChainDetail(db, query.id, {
        limit: pageSize(query),
        after: readPlace(query.cursor, firstCard),
      });
      if (detail === undefined)
        throw new ProblemError('not_found', 'This chain is not here, or not any more.');
      return new JsonText(detail);
    }),
  ];
}
