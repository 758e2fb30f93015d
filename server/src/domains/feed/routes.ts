import { pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { listPublicFeed } from './queries.ts';

export function feedRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind(
      'GET /feed',
      async ({ query }) =>
        new JsonText(
          await listPublicFeed(db, {
            limit: pageSize(query),
            cursor: query.cursor,
            newestFirst: query.recency ?? false,
          }),
        ),
    ),
  ];
}
