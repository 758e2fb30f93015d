import { pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { FeedGuesses } from './feed-guesses.ts';
import { listPrivateFeed } from './private-queries.ts';
import { listPublicFeed } from './queries.ts';

export function feedRoutes({ db }: { db: Db }): Binding[] {
  const guesses = new FeedGuesses();
  return [
    bind(
      'GET /feed',
      async ({ query, reads }) =>
        new JsonText(
          await listPublicFeed(reads, {
            limit: pageSize(query),
            cursor: query.cursor,
            newestFirst: query.recency ?? false,
          }),
        ),
    ),
    // Nothing of it is kept, so there is nothing that skipCache could skip.
    bind(
      'GET /r/feed',
      async ({ query, viewer }) =>
        new JsonText(
          await listPrivateFeed(db, guesses, viewer, {
            limit: pageSize(query),
            cursor: query.cursor,
            order: query.recency ? 'newest' : 'best',
          }),
        ),
    ),
  ];
}
