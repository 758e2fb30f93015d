import { openListText, withListText } from '#db/json.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { subjects } from '#domains/collections/collection.ts';
import { collectionReads } from '#domains/collections/list-queries.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { type ViewerSql, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Text } from '#lib/utf8.ts';
import { joinSubjectParts, subjectJson } from './view.ts';

export const {
  listTrending: listTrendingSubjects,
  listSaved: listSavedSubjects,
  findAnswer: findSubjectAnswer,
} = collectionReads(subjects, { json: subjectJson, join: joinSubjectParts });

/** A subject and its chapters without their cards. */
function detailStatement(viewer?: ViewerSql): string {
  const chapters = `(
    select string_agg(
      json_strip_nulls(${chainJson('chain', { rank: 'link.rank', viewer })})::text, ',' order by link.rank, link.chain_id
    )
    from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
    where link.subject_id = subject.id ${andNotBlocked('chain.owner_id', viewer)}
  )`;
  return `
    select concat(
      '{"subjectModel":', ${withListText(subjectJson('subject', { viewer }), 'chapterModelVec', chapters)}, '}'
    ) as body
    from subjects as subject ${joinSubjectParts('subject')}
    where subject.id = $1::bigint ${andNotBlocked('subject.owner_id', viewer)}`;
}

/**
 * The same with the cards, in one statement. One row per chapter, which the caller concatenates: a single row would be
 * copied several times, at megabytes each.
 */
function wholeStatement(viewer?: ViewerSql): string {
  const feedItems = `(
    select string_agg(${cardCreationText('card', { rank: 'place.rank', viewer })}, ',' order by place.rank, place.card_id)
    from chain_cards as place join cards as card on card.id = place.card_id ${joinCardParts('card')}
    where place.chain_id = chain.id ${andNotBlocked('card.owner_id', viewer)}
  )`;
  const chapter = chainJson('chain', { rank: 'link.rank', viewer });
  return `
    select concat(
      case when is_first is not false then opening else ',' end,
      chapter,
      case when is_last is not false then ']}}' end
    ) as body
    from (
      select subject.id, '{"subjectModel":' || ${openListText(subjectJson('subject', { viewer }), 'chapterModelVec')} as opening
      from subjects as subject ${joinSubjectParts('subject')}
      where subject.id = $1::bigint ${andNotBlocked('subject.owner_id', viewer)}
      -- A join after the chapters could change their order.
      offset 0
    ) as subject
    left join lateral (
      select lag(false, 1, true) over listed as is_first, lead(false, 1, true) over listed as is_last,
        ${withListText(chapter, 'feedItemModelVec', feedItems)} as chapter
      from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
      where link.subject_id = subject.id ${andNotBlocked('chain.owner_id', viewer)}
      window listed as (order by link.rank, link.chain_id)
      order by link.rank, link.chain_id
    ) as chapters on true`;
}

const details = {
  'subject-detail': detailStatement(),
  'subject-with-cards': wholeStatement(),
  'subject-detail-for-viewer': detailStatement(viewerSql(2)),
  'subject-with-cards-for-viewer': wholeStatement(viewerSql(2)),
};

export async function findSubjectDetail(
  db: Db,
  id: number,
  options: { cards: boolean; viewer?: Viewer | undefined },
): Promise<Text | undefined> {
  const of = options.cards ? 'subject-with-cards' : 'subject-detail';
  const name = options.viewer ? (`${of}-for-viewer` as const) : of;
  const rows = await db.query<{ body: string | Buffer }>({
    name,
    text: details[name],
    values: [id, ...(options.viewer ? viewerValues(options.viewer) : [])],
    asBytes: options.cards,
  });
  return rows.length > 0 ? rows.map(({ body }) => body) : undefined;
}
