import { apiBase, type Bench, type Measurement, type Prepared, signedIn } from './bench.ts';
import type { BuildRequest } from './load.ts';
import type { QueryReference } from './reference-server.ts';
import { throughputFinding } from './report.ts';
import { undoWritesLater } from './test-data.ts';

const words = 'So that is how it works.';

/** Steps through all cards before it writes to one again. */
const cardAt = ({ cards }: Prepared, n: number) => 1 + ((n * 37) % cards);
const json = { 'content-type': 'application/json' };

/**
 * Writes the same rows in one statement without any check of session, permission or existence. Earlier likes must not
 * make it fail.
 */
const likeQuery = ({ people }: Prepared): QueryReference => ({
  kind: 'query',
  method: 'PUT',
  url: '/query/like',
  name: 'bare-like',
  text: `
    with liked as (insert into card_likes (card_id, user_id) values ($1::bigint, $2::bigint) on conflict do nothing returning card_id)
    update cards
    set like_count = like_count + 1, score = trending_score(like_count + 1, comment_count, great, created_at)
    from liked
    where cards.id = liked.card_id
    returning json_build_object('likeCount', like_count, 'likedByViewer', true)::text as body`,
  values: [null, people.few.viewer.userId],
  column: 'body',
});

const commentQuery = ({ people }: Prepared): QueryReference => ({
  kind: 'query',
  method: 'POST',
  url: '/query/comment',
  name: 'bare-comment',
  text: `
    with inserted as (
      insert into comments (card_id, owner_id, text) values ($1::bigint, $2::bigint, $3::text) returning *
    )
    update cards
    set comment_count = comment_count + 1, score = trending_score(like_count, comment_count + 1, great, cards.created_at)
    from inserted
    where cards.id = inserted.card_id
    returning json_build_object('commentModel', row_to_json(inserted), 'commentCount', comment_count)::text as body`,
  values: [null, people.few.viewer.userId, words],
  column: 'body',
});

/**
 * A user with few connections writes `body` to many cards; compared with the reference statement and undone at the end.
 */
function writeMeasurement(
  name: string,
  { method, path }: { method: 'PUT' | 'POST'; path: string },
  body: object,
  query: (prepared: Prepared) => QueryReference,
): Measurement {
  return {
    name,
    prepare: async (prepared) => [query(prepared)],
    async measure(bench: Bench) {
      const { few } = bench.people;
      await using cleanup = bench.started.use(new AsyncDisposableStack());
      cleanup.use(await undoWritesLater(bench.client, few.viewer.userId));
      const writeTo =
        (address: string, headers: Record<string, string>, write: (postId: number) => object): BuildRequest =>
        (n) => ({
          method,
          path: address,
          headers: { ...json, ...headers },
          body: JSON.stringify(write(cardAt(bench, n))),
        });
      const { product, reference } = await bench.compare(
        {
          product: {
            server: bench.product,
            buildRequest: writeTo(`${apiBase}${path}`, signedIn(few), (postId) => ({ postId, ...body })),
          },
          reference: {
            server: bench.referenceServer,
            buildRequest: writeTo(query(bench).url, {}, (cardId) => ({ values: [cardId] })),
          },
        },
        { amount: 300 },
      );
      return [throughputFinding(`${method} ${path}`, product, reference, 0.5)];
    },
  };
}

export const writeMeasurements: Measurement[] = [
  writeMeasurement('like', { method: 'PUT', path: '/r/post_like' }, { liked: true }, likeQuery),
  writeMeasurement('comment', { method: 'POST', path: '/r/comment' }, { rawText: words }, commentQuery),
];
