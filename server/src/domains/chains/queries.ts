import { cursorSql, onePage } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationJson, joinCardParts } from '#domains/cards/view.ts';
import { chains } from '#domains/collections/collection.ts';
import { type CollectionPage, collectionReads } from '#domains/collections/list-queries.ts';
import { remixOfJson } from '#domains/collections/remix-of.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isReadable, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { chainJson, joinChainParts } from './view.ts';

export const {
  listTrending: listTrendingChains,
  listSaved: listSavedChains,
  findAnswer: findChainAnswer,
} = collectionReads(chains, { json: chainJson, join: joinChainParts });

function detailStatement(viewer?: ViewerSql): string {
  return `
    select json_strip_nulls(json_build_object(
      'chapterModel', ${chainJson('chain', {
        more: { remixOf: remixOfJson('chains', 'chain', viewer), feedItemModelVec: 'cards.items' },
        viewer,
      })},
      'nextCursor', cards.next
    ))::text as body
    from chains as chain ${joinChainParts('chain', viewer)}
    cross join lateral (
      select coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json) as items,
        case when count(*) > $1 then max(cursor) filter (where n = $1) end as next
      from (
        select item, cursor, row_number() over () as n
        from (
          select ${cardCreationJson('card', { rank: 'link.rank', viewer })} as item,
            ${cursorSql('link.rank', 'link.card_id')} as cursor
          from chain_cards as link join cards as card on card.id = link.card_id ${joinCardParts('card', viewer)}
          where link.chain_id = $4::bigint and (link.rank, link.card_id) > ($2::float8, $3::bigint)
            and ${isShownIn('chain', 'card', viewer)} ${andNotBlocked('card.owner_id', viewer)}
          order by link.rank, link.card_id
          limit ${onePage}
        ) as listed
      ) as numbered
    ) as cards
    where chain.id = $4::bigint and ${isReadable('chain', viewer)} ${andNotBlocked('chain.owner_id', viewer)}`;
}

const details = {
  'chain-detail': detailStatement(),
  'chain-detail-for-viewer': detailStatement(viewerSql(5)),
};

export async function findChainDetail(
  db: Db,
  id: number,
  page: CollectionPage,
  viewer?: Viewer,
): Promise<string | undefined> {
  const name = viewer ? 'chain-detail-for-viewer' : 'chain-detail';
  const [row] = await db.query<{ body: string }>({
    name,
    text: details[name],
    values: [page.limit, ...page.after, id, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body;
}
