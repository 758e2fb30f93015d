import { decodeCursor, pageSize } from '#db/page.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { formulasInText } from '#lib/formulas.ts';
import {
  type CardDeps,
  editCard,
  found,
  lockOrUnlock,
  postCard,
  prepareCard,
  rateCard,
  removeCard,
} from './actions.ts';
import { findCardDetail, findScene } from './detail-queries.ts';
import {
  listLatestCards,
  listOwnCards,
  listTrendingCards,
  mostTrending,
  newestCard,
} from './list-queries.ts';
import { canListLatest } from './policy.ts';
import { getRevisions, restoreCard } from './revisions.ts';
import { listTags, mostUsedTag } from './tag-queries.ts';

interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  imageOnlyPosts?: boolean | undefined;
  videoOnlyPosts?: boolean | undefined;
}

const trendingPage = (query: ListQuery) => ({
  limit: pageSize(query),
  after: decodeCursor(query.cursor, mostTrending),
  withPhoto: query.imageOnlyPosts ?? false,
  videos: query.videoOnlyPosts ?? false,
});

const newestPage = (query: ListQuery) => ({
  limit: pageSize(query),
  after: decodeCursor(query.cursor, newestCard),
});

function foundScene(body: string | undefined): string {
  if (body === undefined) throw new ProblemError('not_found', 'This card has no drawing.');
  return body;
}

export function cardRoutes(deps: CardDeps): Binding[] {
  const { db } = deps;
  return [
    bind(
      'GET /posts',
      async ({ query, reads }) => new JsonText(await listTrendingCards(reads, trendingPage(query))),
    ),
    bind('GET /r/posts', async ({ query, viewer }) => {
      if (query.recent) {
        if (!canListLatest(viewer)) throw new ProblemError('forbidden', 'The latest cards are for admins.');
        return new JsonText(await listLatestCards(db, newestPage(query), viewer));
      }
      if (query.trending) return new JsonText(await listTrendingCards(db, trendingPage(query), viewer));
      return new JsonText(await listOwnCards(db, newestPage(query), viewer));
    }),
    bind(
      'GET /post',
      async ({ query, reads }) => new JsonText(found(await findCardDetail(reads, query.postId))),
    ),
    bind(
      'GET /r/post',
      async ({ query, viewer }) => new JsonText(found(await findCardDetail(db, query.postId, viewer))),
    ),
    bind(
      'GET /scene',
      async ({ query, reads }) => new JsonText(foundScene(await findScene(reads, query.postId))),
    ),
    bindKeyed('POST /r/formulas', {
      write: async (_tx, { body }) => ({ textHtml: formulasInText(body.text ?? '') }),
    }),
    bind(
      'GET /r/scene',
      async ({ query, viewer }) => new JsonText(foundScene(await findScene(db, query.postId, viewer))),
    ),
    bindKeyed('POST /r/post', {
      prepare: ({ body, viewer }) => prepareCard(deps, viewer, body),
      write: async (db, { viewer }, card) => new JsonText(await postCard(db, viewer, card)),
    }),
    bind('PUT /r/post', async ({ body, viewer }) => new JsonText(await editCard(deps, viewer, body))),
    bind('DELETE /r/post', async ({ query, viewer }) => {
      await removeCard(deps, viewer, query.postId);
      return {};
    }),
    bind('GET /r/revisions', ({ query, viewer }) => getRevisions(db, viewer, query)),
    bind(
      'PUT /r/post_restore',
      async ({ body, viewer }) => new JsonText(await restoreCard(db, viewer, body)),
    ),
    bind('PUT /r/post_lock', async ({ body, viewer }) => {
      await lockOrUnlock(db, viewer, { id: body.postId, locked: body.toLock });
      return { locked: body.toLock };
    }),
    bind('PUT /r/post_quality', async ({ body, viewer }) => {
      await rateCard(db, viewer, { id: body.postId, quality: body.quality });
      return { quality: body.quality };
    }),
    bind(
      'GET /tags',
      async ({ query, reads }) =>
        new JsonText(
          await listTags(reads, { limit: pageSize(query), after: decodeCursor(query.cursor, mostUsedTag) }),
        ),
    ),
  ];
}
