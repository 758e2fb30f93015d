import { type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { isHere } from '#domains/users/view.ts';
import { cardJson, cardOwnerJson, cardPhotosJson, joinCardParts } from './view.ts';

interface Body {
  body: string;
}

/** Above every card. */
export const mostTrending: Place = ['Infinity', '9007199254740991'];

function trendingStatement(condition: string): string {
  return pageStatement(
    'postModelVec',
    `select ${cardJson('card')} as item, ${placeOf('card.score', 'card.id')} as place
     from cards as card ${joinCardParts('card')}
     where (card.score, card.id) < ($2::float8, $3::bigint) and ${condition}
     order by card.score desc, card.id desc
     limit $1 + 1`,
  );
}

const trending = trendingStatement('true');
const trendingWithPhoto = trendingStatement('card.photo_id is not null');

export async function listTrendingCards(
  db: Db,
  page: { limit: number; after: Place; withPhoto: boolean },
): Promise<string> {
  const [row] = await db.query<Body>({
    name: page.withPhoto ? 'trending-cards-with-photo' : 'trending-cards',
    text: page.withPhoto ? trendingWithPhoto : trending,
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}

/** One statement: the card, its owner and the chains it is in. */
function detailStatement(condition: string): string {
  return `
    select json_strip_nulls(json_build_object(
      'postModel', ${cardJson('card', { markup: true })},
      'photoModelVec', ${cardPhotosJson('card')},
      'ownerModel', ${cardOwnerJson('card')},
      'commentModelVec', '[]'::json,
      'chapterRefVec', (
        select coalesce(json_agg(json_build_object('id', chain.id, 'title', chain.title) order by chain.score desc), '[]'::json)
        from (
          select chains.id, chains.title, chains.score
          from chain_cards join chains on chains.id = chain_cards.chain_id
          where chain_cards.card_id = card.id and ${isHere('chains.owner_id')}
          order by chains.score desc
          limit 12
        ) as chain
      )
    ))::text as body
    from cards as card ${joinCardParts('card')}
    where ${condition}`;
}

const byId = detailStatement('card.id = $1::bigint');
const byUrl = detailStatement('card.url_text = $1::text');

/** A card's address always holds a letter, so a number can only be an id. */
export async function findCardDetail(db: Db, idOrUrl: number | string): Promise<string | undefined> {
  const [row] = await db.query<Body>(
    typeof idOrUrl === 'number'
      ? { name: 'card-by-id', text: byId, values: [idOrUrl] }
      : { name: 'card-by-url', text: byUrl, values: [idOrUrl] },
  );
  return row?.body;
}
