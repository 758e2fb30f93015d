import { pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { withDeadline } from '#http/deadline.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { listPrivateFeed } from './private-feed.ts';
import { listPublicFeed } from './queries.ts';

/** For all statements of a page. */
const privateTimeoutMs = 6_000;

export function feedRoutes({ db }: { db: Db }): Binding[] {
  return [
    bind(
      'GET /feed',
      async ({ query, reads }) =>
        new JsonText(
          await listPublicFeed(reads, {
            limit: pageSize(query),
            cursor: query.cursor,
            newestFirst: query.recency ?? false,
            cardsOnly: query.postsOnly ?? false,
          }),
        ),
    ),
    // The private feed is not cached, so `skipCache` has no effect.
    bind(
      'GET /r/feed',
      async ({ query, viewer }) =>
        new JsonText(
          await listPrivateFeed(withDeadline(db, privateTimeoutMs), viewer, {
            limit: pageSize(query),
            cursor: query.cursor,
            order: query.recency ? 'newest' : 'best',
          }),
        ),
    ),
  ];
}
