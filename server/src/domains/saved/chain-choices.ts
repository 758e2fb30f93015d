import { jsonObject } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import type { Viewer } from '#http/viewer.ts';

/** The cursor before the chain used last. */
export const lastUsedChain: CursorValues = ['9007199254740991', '9007199254740991'];

const viewing = viewerSql(4);

const page = pageStatement(
  'chainChoiceVec',
  `select ${jsonObject({
    id: 'chain.id',
    title: 'chain.title',
    postCount: 'chain.card_count',
    contains: 'exists (select from chain_cards where chain_id = chain.id and card_id = $6::bigint)',
  })} as item,
     ${cursorSql('(extract(epoch from chain.used_at) * 1000000)::bigint', 'chain.id')} as cursor
   from chains as chain
   where chain.owner_id = ${viewing.id}
     and (chain.used_at, chain.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
   order by chain.used_at desc, chain.id desc
   limit ${onePage}`,
);

const choices = `select page.body from (${page}) as page
  where exists (select from cards as card where card.id = $6::bigint and ${isOpenTo('card', viewing)})`;

/** The viewer's chains, last used first; undefined if they cannot read the card. */
export async function listChainChoices(
  db: Db,
  viewer: Viewer,
  { cardId, limit, after }: { cardId: number; limit: number; after: CursorValues },
): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>({
    name: 'chain-choices',
    text: choices,
    values: [limit, ...after, ...viewerValues(viewer), cardId],
  });
  return row?.body;
}
