import { openListText, withListText } from '#db/json.ts';
import { onePage, type Place, pageStatement, placeOf } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { cardCreationText, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, isOpen, joinChainParts } from '#domains/chains/view.ts';
import { type ViewerSql, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Text } from '#lib/utf8.ts';
import { joinSubjectParts, subjectJson } from './view.ts';

interface Body {
  body: string;
}

export interface SubjectPage {
  limit: number;
  after: Place;
}

/** Above every subject. */
export const mostTrending: Place = ['Infinity', '9007199254740991'];
/** Before the first subject of a list. */
export const firstRank: Place = ['-Infinity', '0'];

function trendingStatement(viewer?: ViewerSql): string {
  return pageStatement(
    'subjectModelVec',
    `select ${subjectJson('subject', { viewer })} as item, ${placeOf('subject.score', 'subject.id')} as place
     from subjects as subject ${joinSubjectParts('subject')}
     where (subject.score, subject.id) < ($2::float8, $3::bigint) ${isOpen('subject.owner_id', viewer)}
     order by subject.score desc, subject.id desc
     limit ${onePage}`,
  );
}

const viewing = viewerSql(4);

const lists = {
  'trending-subjects': trendingStatement(),
  'trending-subjects-as-seen': trendingStatement(viewing),
  'own-subjects': pageStatement(
    'subjectModelVec',
    `select ${subjectJson('subject', { rank: 'link.rank', viewer: viewing })} as item,
       ${placeOf('link.rank', 'link.subject_id')} as place
     from user_subjects as link join subjects as subject on subject.id = link.subject_id ${joinSubjectParts('subject')}
     where link.user_id = ${viewing.id} and (link.rank, link.subject_id) > ($2::float8, $3::bigint)
       ${isOpen('subject.owner_id', viewing)}
     order by link.rank, link.subject_id
     limit ${onePage}`,
  ),
};

async function list(
  db: Db,
  name: keyof typeof lists,
  page: SubjectPage,
  viewer: Viewer | undefined,
): Promise<string> {
  const [row] = await db.query<Body>({
    name,
    text: lists[name],
    values: [page.limit, ...page.after, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body ?? '';
}

export function listTrendingSubjects(db: Db, page: SubjectPage, viewer?: Viewer): Promise<string> {
  return list(db, viewer ? 'trending-subjects-as-seen' : 'trending-subjects', page, viewer);
}

/** The subjects a person keeps, their own and others', in their order. */
export function listSubjectsOf(db: Db, page: SubjectPage, viewer: Viewer): Promise<string> {
  return list(db, 'own-subjects', page, viewer);
}

/** A subject and its chapters without their cards. */
function detailStatement(viewer?: ViewerSql): string {
  const chapters = `(
    select string_agg(
      json_strip_nulls(${chainJson('chain', { rank: 'link.rank', viewer })})::text, ',' order by link.rank, link.chain_id
    )
    from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
    where link.subject_id = subject.id ${isOpen('chain.owner_id', viewer)}
  )`;
  return `
    select concat(
      '{"subjectModel":', ${withListText(subjectJson('subject', { viewer }), 'chapterModelVec', chapters)}, '}'
    ) as body
    from subjects as subject ${joinSubjectParts('subject')}
    where subject.id = $1::bigint ${isOpen('subject.owner_id', viewer)}`;
}

/**
 * The same with the cards, one statement however many there are. A row for each chapter, one text together: as one row it would be copied several times on its
 * way, megabytes each time.
 */
function wholeStatement(viewer?: ViewerSql): string {
  const feedItems = `(
    select string_agg(${cardCreationText('card', { rank: 'place.rank', viewer })}, ',' order by place.rank, place.card_id)
    from chain_cards as place join cards as card on card.id = place.card_id ${joinCardParts('card')}
    where place.chain_id = chain.id ${isOpen('card.owner_id', viewer)}
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
      where subject.id = $1::bigint ${isOpen('subject.owner_id', viewer)}
      -- Nothing is joined after the chapters, which would be free to change their order.
      offset 0
    ) as subject
    left join lateral (
      select lag(false, 1, true) over listed as is_first, lead(false, 1, true) over listed as is_last,
        ${withListText(chapter, 'feedItemModelVec', feedItems)} as chapter
      from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain')}
      where link.subject_id = subject.id ${isOpen('chain.owner_id', viewer)}
      window listed as (order by link.rank, link.chain_id)
      order by link.rank, link.chain_id
    ) as chapters on true`;
}

const details = {
  'subject-detail': detailStatement(),
  'subject-with-cards': wholeStatement(),
  'subject-detail-as-seen': detailStatement(viewerSql(2)),
  'subject-with-cards-as-seen': wholeStatement(viewerSql(2)),
};

export async function findSubjectDetail(
  db: Db,
  id: number,
  options: { cards: boolean; viewer?: Viewer | undefined },
): Promise<Text | undefined> {
  const of = options.cards ? 'subject-with-cards' : 'subject-detail';
  const name = options.viewer ? (`${of}-as-seen` as const) : of;
  const rows = await db.query<{ body: string | Buffer }>({
    name,
    text: details[name],
    values: [id, ...(options.viewer ? viewerValues(options.viewer) : [])],
    asBytes: options.cards,
  });
  return rows.length > 0 ? rows.map(({ body }) => body) : undefined;
}

const answer = `
  select json_strip_nulls(json_build_object('subjectModel', ${subjectJson('subject', {
    rank: '$4::float8',
    viewer: viewerSql(2),
  })}))::text as body
  from subjects as subject ${joinSubjectParts('subject')}
  where subject.id = $1::bigint`;

/** What its author is answered with, after making or after editing it. */
export async function findSubjectAnswer(
  db: Db,
  id: number,
  viewer: Viewer,
  rank?: number,
): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: 'subject-answer',
    text: answer,
    values: [id, ...viewerValues(viewer), rank ?? null],
  });
  return row?.body;
}
