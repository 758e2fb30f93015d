import { pageSize, readPlace } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { findCardDetail, listTrendingCards, mostTrending } from './queries.ts';

export function cardRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind(
      'GET /posts',
      async ({ query }) =>
        new JsonText(
          await listTrendingCards(db, {
            limit: pageSize(query),
            after: readPlace(query.cursor, mostTrending),
            withPhoto: query.imageOnlyPosts ?? false,
          }),
        ),
    ),
    bind('GET /post', async ({ query }) => {
      const detail = await findCardDetail(db, query.postId);
      if (detail === undefined)
        throw new ProblemError('not_found', 'This card is not here, or not any more.');
      return new JsonText(detail);
    }),
  ];
}
