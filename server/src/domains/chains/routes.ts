import type { Database } from '#db/pool.ts';
import { rateCollection, saveCollection, unsaveCollection } from '#domains/collections/actions.ts';
import { chains } from '#domains/collections/collection.ts';
import { rankedPage, trendingPage } from '#domains/collections/list-queries.ts';
import { type Binding, bind, JsonText } from '#http/serve.ts';
import { editChain, found, linkCard, removeChain, unlinkCard } from './actions.ts';
import { findChainDetail, listSavedChains, listTrendingChains } from './queries.ts';

/** `POST /r/chapter` is with the subjects: it may create a chain inside a subject. */
export function chainRoutes({ db }: { db: Database }): Binding[] {
  return [
    bind(
      'GET /chapters',
      async ({ query, reads }) => new JsonText(await listTrendingChains(reads, trendingPage(query))),
    ),
    bind(
      'GET /r/chapters',
      async ({ query, viewer }) =>
        new JsonText(
          query.trending
            ? await listTrendingChains(db, trendingPage(query), viewer)
            : await listSavedChains(db, rankedPage(query), viewer),
        ),
    ),
    bind(
      'GET /chapter',
      async ({ query, reads }) =>
        new JsonText(found(await findChainDetail(reads, query.id, rankedPage(query)))),
    ),
    bind(
      'GET /r/chapter',
      async ({ query, viewer }) =>
        new JsonText(found(await findChainDetail(db, query.id, rankedPage(query), viewer))),
    ),
    bind('PUT /r/chapter', async ({ body, viewer }) => new JsonText(await editChain(db, viewer, body))),
    bind('DELETE /r/chapter', async ({ query, viewer }) => {
      await removeChain(db, viewer, query.chapterId);
      return {};
    }),
    bind('PUT /r/chapter_quality', async ({ body, viewer }) => {
      await rateCollection(db, viewer, chains, { id: body.chapterId, quality: body.quality });
      return { quality: body.quality };
    }),
    bind('PUT /r/link_chapter_post', ({ body, viewer }) => linkCard(db, viewer, body)),
    bind('PUT /r/unlink_chapter_post', async ({ body, viewer }) => {
      await unlinkCard(db, viewer, body);
      return {};
    }),
    bind('PUT /r/link_user_chapter', ({ body: { userId, chapterId, chapterRank }, viewer }) =>
      saveCollection(db, viewer, chains, { userId, itemId: chapterId, rank: chapterRank }),
    ),
    bind('PUT /r/unlink_user_chapter', async ({ body: { userId, chapterId }, viewer }) => {
      await unsaveCollection(db, viewer, chains, { userId, itemId: chapterId });
      return {};
    }),
  ];
}
