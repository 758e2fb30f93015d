import { onePage, type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationJson, joinCardParts } from '#domains/cards/view.ts';
import { type ViewerSql, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { chainJson, isOpen, joinChainParts } from './view.ts';

interface Body {
  body: string;
}

export interface ChainPage {
  limit: number;
  after: Place;
}

/** Above every chain. */
export const mostTrending: Place = ['Infinity', '9007199254740991'];
/** Before the first card of a chain, and before the first chain of a list. */
export const firstRank: Place = ['-Infinity', '0'];

function trendingStatement(viewer?: ViewerSql): string {
  return pageStatement(
    'chapterModelVec',
    `select ${chainJson('chain', { viewer })} as item, ${placeOf('chain.score', 'chain.id')} as place
     from chains as chain ${joinChainParts('chain')}
     where (chain.score, chain.id) < ($2::float8, $3::bigint) ${isOpen('chain.owner_id', viewer)}
     order by chain.score desc, chain.id desc
     limit ${onePage}`,
  );
}

const viewing = viewerSql(4);

const lists = {
  'trending-chains': trendingStatement(),
  'trending-chains-as-seen': trendingStatement(viewing),
  'own-chains': pageStatement(
    'chapterModelVec',
    `select ${chainJson('chain', { rank: 'link.rank', viewer: viewing })} as item,
       ${placeOf('link.rank', 'link.chain_id')} as place
     from user_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
     where link.user_id = ${viewing.id} and (link.rank, link.chain_id) > ($2::float8, $3::bigint)
       ${isOpen('chain.owner_id', viewing)}
     order by link.rank, link.chain_id
     limit ${onePage}`,
  ),
};

async function list(
  db: Db,
  name: keyof typeof lists,
  page: ChainPage,
  viewer: Viewer | undefined,
): Promise<string> {
  const [row] = await db.query<Body>({
    name,
    text: lists[name],
    values: [page.limit, ...page.after, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body ?? '';
}

export function listTrendingChains(db: Db, page: ChainPage, viewer?: Viewer): Promise<string> {
  return list(db, viewer ? 'trending-chains-as-seen' : 'trending-chains', page, viewer);
}

/** The chains a person keeps, their own and others', in their order. */
export function listChainsOf(db: Db, page: ChainPage, viewer: Viewer): Promise<string> {
  return list(db, 'own-chains', page, viewer);
}

function detailStatement(viewer?: ViewerSql): string {
  return `
    select json_strip_nulls(json_build_object(
      'chapterModel', ${chainJson('chain', { more: `'feedItemModelVec', cards.items`, viewer })},
      'nextCursor', cards.next
    ))::text as body
    from chains as chain ${joinChainParts('chain')}
    cross join lateral (
      select coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json) as items,
        case when count(*) > $1 then max(place) filter (where n = $1) end as next
      from (
        select item, place, row_number() over () as n
        from (
          select ${cardCreationJson('card', { rank: 'link.rank', viewer })} as item,
            ${placeOf('link.rank', 'link.card_id')} as place
          from chain_cards as link join cards as card on card.id = link.card_id ${joinCardParts('card')}
          where link.chain_id = $4::bigint and (link.rank, link.card_id) > ($2::float8, $3::bigint)
            ${isOpen('card.owner_id', viewer)}
          order by link.rank, link.card_id
          limit ${onePage}
        ) as listed
      ) as numbered
    ) as cards
    where chain.id = $4::bigint ${isOpen('chain.owner_id', viewer)}`;
}

const details = {
  'chain-detail': detailStatement(),
  'chain-detail-as-seen': detailStatement(viewerSql(5)),
};

export async function findChainDetail(
  db: Db,
  id: number,
  page: ChainPage,
  viewer?: Viewer,
): Promise<string | undefined> {
  const name = viewer ? 'chain-detail-as-seen' : 'chain-detail';
  const [row] = await db.query<Body>({
    name,
    text: details[name],
    values: [page.limit, ...page.after, id, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body;
}

const answer = `
  select json_strip_nulls(json_build_object('chapterModel', ${chainJson('chain', {
    rank: '$4::float8',
    viewer: viewerSql(2),
  })}))::text as body
  from chains as chain ${joinChainParts('chain')}
  where chain.id = $1::bigint`;

/** What its author is answered with, after making or after editing it. */
export async function findChainAnswer(
  db: Db,
  id: number,
  viewer: Viewer,
  rank?: number,
): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: 'chain-answer',
    text: answer,
    values: [id, ...viewerValues(viewer), rank ?? null],
  });
  return row?.body;
}
