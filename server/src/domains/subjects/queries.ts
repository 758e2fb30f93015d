import { type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationJson, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts, subjectJson } from './view.ts';

interface Body {
  body: string;
}

/** Above every subject. */
export const mostTrending: Place = ['Infinity', '9007199254740991'];

const trending = pageStatement(
  'subjectModelVec',
  `select ${subjectJson('subject')} as item, ${placeOf('subject.score', 'subject.id')} as place
   from subjects as subject ${joinSubjectParts('subject')}
   where (subject.score, subject.id) < ($2::float8, $3::bigint)
   order by subject.score desc, subject.id desc
   limit $1 + 1`,
);

export async function listTrendingSubjects(db: Db, page: { limit: number; after: Place }): Promise<string> {
  const [row] = await db.query<Body>({
    name: 'trending-subjects',
    text: trending,
    values: [page.limit, ...page.after],
  });
  return row?.body ?? '';
}

/** One statement however many chapters and cards there are. */
function detailStatement(chain: string): string {
  return `
    select json_strip_nulls(json_build_object('subjectModel', ${subjectJson('subject', {
      more: `'chapterModelVec', (
        select coalesce(json_agg(${chain} order by link.rank, link.chain_id), '[]'::json)
        from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
        where link.subject_id = subject.id
      )`,
    })}))::text as body
    from subjects as subject ${joinSubjectParts('subject')}
    where subject.id = $1::bigint`;
}

const withoutCards = detailStatement(chainJson('chain', { rank: 'link.rank' }));

const withCards = detailStatement(
  chainJson('chain', {
    rank: 'link.rank',
    more: `'feedItemModelVec', (
      select coalesce(
        json_agg(${cardCreationJson('card', { rank: 'place.rank' })} order by place.rank, place.card_id),
        '[]'::json
      )
      from chain_cards as place join cards as card on card.id = place.card_id ${joinCardParts('card')}
      where place.chain_id = chain.id
    )`,
  }),
);

export async function findSubjectDetail(
  db: Db,
  id: number,
  options: { cards: boolean },
): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: options.cards ? 'subject-with-cards' : 'subject-detail',
    text: options.cards ? withCards : withoutCards,
    values: [id],
  });
  return row?.body;
}
