import { apiBase, type Bench, type Measurement, type Prepared, signedIn } from './bench.ts';
import type { Asking } from './load.ts';
import { rememberWrites } from './network.ts';
import { throughputFinding } from './report.ts';
import type { QueryYardstick } from './yardsticks.ts';

const words = 'So that is how it works.';

/** Goes through the cards, so that each is written once before any is written again. */
const cardAt = ({ cards }: Prepared, n: number) => 1 + ((n * 37) % cards);
const json = { 'content-type': 'application/json' };

/**
 * The same rows in one statement that asks nothing: neither who it is nor whether they may, nor whether it is there. What they liked before all
 * this must not break it.
 */
const likeQuery = ({ people }: Prepared): QueryYardstick => ({
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

const commentQuery = ({ people }: Prepared): QueryYardstick => ({
  kind: 'query',
  method: 'POST',
  url: '/query/comment',
  name: 'bare-comment',
  text: `
    with said as (
      insert into comments (card_id, owner_id, text) values ($1::bigint, $2::bigint, $3::text) returning *
    )
    update cards
    set comment_count = comment_count + 1, score = trending_score(like_count, comment_count + 1, great, cards.created_at)
    from said
    where cards.id = said.card_id
    returning json_build_object('commentModel', row_to_json(said), 'commentCount', comment_count)::text as body`,
  values: [null, people.few.viewer.userId, words],
  column: 'body',
});

/** Whoever few know writes about one card after the other, as `body` says, beside the bare statement; at the end it is undone. */
function writing(
  name: string,
  { method, path }: { method: 'PUT' | 'POST'; path: string },
  body: object,
  query: (prepared: Prepared) => QueryYardstick,
): Measurement {
  return {
    name,
    prepare: async (prepared) => [query(prepared)],
    async measure(bench: Bench) {
      const { few } = bench.people;
      await using undoing = bench.started.use(new AsyncDisposableStack());
      undoing.use(await rememberWrites(bench.client, few.viewer.userId));
      const asking =
        (address: string, headers: Record<string, string>, write: (postId: number) => object): Asking =>
        (n) => ({
          method,
          path: address,
          headers: { ...json, ...headers },
          body: JSON.stringify(write(cardAt(bench, n))),
        });
      const { product, bare } = await bench.compare(
        {
          product: {
            served: bench.product,
            asking: asking(`${apiBase}${path}`, signedIn(few), (postId) => ({ postId, ...body })),
          },
          bare: {
            served: bench.yardsticks,
            asking: asking(query(bench).url, {}, (cardId) => ({ values: [cardId] })),
          },
        },
        { amount: 300 },
      );
      return [throughputFinding(`${method} ${path}`, product, bare, 0.7)];
    },
  };
}

export const writings: Measurement[] = [
  writing('like', { method: 'PUT', path: '/r/post_like' }, { liked: true }, likeQuery),
  writing('comment', { method: 'POST', path: '/r/comment' }, { rawText: words }, commentQuery),
];
