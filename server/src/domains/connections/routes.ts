import { pageSize, readPlace } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { listBlocked, newestBlock } from './block-queries.ts';
import { setBlock } from './blocks.ts';

export function connectionRoutes({ db }: { db: Database }): Binding[] {
  return [
    bind('PUT /r/block', async ({ body, viewer }) => {
      await setBlock(db, viewer, body);
      return { blocked: body.blocked };
    }),
    bind(
      'GET /r/blocks',
      async ({ query, viewer }) =>
        new JsonText(
          await listBlocked(db, viewer.userId, {
            limit: pageSize(query),
            after: readPlace(query.cursor, newestBlock),
          }),
        ),
    ),
  ];
}
