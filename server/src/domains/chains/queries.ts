import { type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from './view.ts';

interface Body {
  body: string;
}

/** Above every chain. */
export const mostTrending: Place = ['Infinity', '9007199254740991'];
/** Before the first card of a chain. */
export const firstCard: Place = ['-Infinity', '0'];

const trending = pageStatement(
  'chapterModelVec',
  `select ${chainJson('chain')} as item, ${placeOf('chain.score', 'chain.id')} as place
   from chains as chain ${joinChainParts('chain')}
   where (chain.score, chain.id) < ($2::float8, $3::bigint)
   order by chain.score desc, chain.id desc
   limit $1 + 1`,
);

export async function listTrendingChains(db: Db, page: { limit: number; after: Place }): Promise<string> {
  const [row] = await db.query<Body>({
    name: 'trending-chains',
    text: trending,
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}

const detail = `
  select json_strip_nulls(json_build_object(
    'chapterModel', ${chainJson('chain', { more: `'feedItemModelVec', cards.items` })},
    'nextCursor', cards.next
  ))::text as body
  from chains as chain ${joinChainParts('chain')}
  cross join lateral (
    select coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json) as items,
      case when count(*) > $1 then max(place) filter (where n = $1) end as next
    from (
      select item, place, row_number() over () as n
      from (
        select ${cardCreationJson('card', { rank: 'link.rank' })} as item, ${placeOf('link.rank', 'link.card_id')} as place
        from chain_cards as link join cards as card on card.id = link.card_id ${joinCardParts('card')}
        where link.chain_id = $4::bigint and (link.rank, link.card_id) > ($2::float8, $3::bigint)
        order by link.rank, link.card_id
        limit $1 + 1
      ) as listed
    ) as numbered
  ) as cards
  where chain.id = $4::bigint`;

export async function findChainDetail(
  db: Db,
  id: number,
  page: { limit: number; after: Place },
): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: 'chain-detail',
    text: detail,
    values: [page.limit, ...page.after, id],
  });
  return row?.body;
}
