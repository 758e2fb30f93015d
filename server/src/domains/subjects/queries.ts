import type { Db } from '#db/pool.ts';
import { cardCreationText, cardText, joinCardParts } from '#domains/cards/view.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { subjects } from '#domains/collections/collection.ts';
import { collectionReads } from '#domains/collections/list-queries.ts';
import { isListedCollection } from '#domains/collections/view.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isReadable, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import type { Text } from '#lib/utf8.ts';
import { joinSubjectParts, subjectJson } from './view.ts';

export const {
  listTrending: listTrendingSubjects,
  listSaved: listSavedSubjects,
  findAnswer: findSubjectAnswer,
} = collectionReads(subjects, { json: subjectJson, join: joinSubjectParts });

/** So many trending subjects are searched for topics of the viewer. */
const mostSuggested = 200;
const suggesting = viewerSql(2);
const suggested = `
  with best as materialized (
    select id, score from subjects
    where owner_id <> ${suggesting.id} and ${isNotLeaving('owner_id')} ${andNotBlocked('owner_id', suggesting)}
      and ${isListedCollection('subject', 'subjects')}
    order by score desc, id desc
    limit ${mostSuggested}
  ), chosen as (
    select id, score, exists (
      select from shown_subject_cards join card_topics using (card_id) join user_topics using (topic_id)
      where subject_id = best.id and user_id = ${suggesting.id}
    ) as of_topic
    from best
    order by of_topic desc, score desc, id desc
    limit $1
  )
  select json_strip_nulls(json_build_object(
    'subjectModelVec', coalesce(
      json_agg(${subjectJson('subject', { viewer: suggesting })} order by of_topic desc, chosen.score desc, chosen.id desc), '[]'::json
    )
  ))::text as body
  from chosen join subjects as subject using (id) ${joinSubjectParts('subject', suggesting)}`;

/** Subjects for a newcomer: those with cards of the viewer's topics first, then other trending ones. */
export async function listSuggestedSubjects(db: Db, viewer: Viewer, limit: number): Promise<string> {
  const values = [limit, ...viewerValues(viewer)];
  const [row] = await db.query<{ body: string }>({ name: 'suggested-subjects', text: suggested, values });
  return row?.body ?? '';
}

/** SQL for the text of an object that is left open for the items of a list. */
function openListText(object: string, name: string): string {
  return `left(json_strip_nulls(${object})::text, -1) || ',"${name}":['`;
}

/** A subject and its chapters without their cards. */
function detailStatement(viewer?: ViewerSql): string {
  const chapters = `(
    select string_agg(
      json_strip_nulls(${chainJson('chain', { rank: 'link.rank', viewer })})::text, ',' order by link.rank, link.chain_id
    )
    from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain', viewer)}
    where link.subject_id = subject.id and ${isShownIn('subject', 'chain', viewer)} ${andNotBlocked('chain.owner_id', viewer)}
  )`;
  return `
    select concat(
      '{"subjectModel":', ${openListText(subjectJson('subject', { viewer }), 'chapterModelVec')}, ${chapters}, ']}}'
    ) as body
    from subjects as subject ${joinSubjectParts('subject', viewer)}
    where subject.id = $1::bigint and ${isReadable('subject', viewer)} ${andNotBlocked('subject.owner_id', viewer)}`;
}

/**
 * The same with the cards, in one statement. One row per chapter, which `concatenate` joins: a single row would be
 * copied several times, at megabytes each. `posts` are the cards that no earlier chapter has.
 */
function wholeStatement(viewer?: ViewerSql): string {
  const options = { rank: 'place.rank', viewer };
  return `
    with first_places as materialized (
      select distinct on (place.card_id) place.chain_id, place.card_id
      from subject_chains as link join chains as chain on chain.id = link.chain_id
      join subjects as subject on subject.id = link.subject_id
      join chain_cards as place on place.chain_id = chain.id join cards as card on card.id = place.card_id
      where link.subject_id = $1::bigint and ${isShownIn('subject', 'chain', viewer)} and ${isShownIn('chain', 'card', viewer)}
        and ${isNotLeaving('chain.owner_id')} ${andNotBlocked('chain.owner_id', viewer)}
      order by place.card_id, link.rank, link.chain_id
    )
    select subject.opening, chapter.opening || cards.items || ']}' as chapter, cards.posts
    from (
      select subject.id, subject.owner_id, subject.visibility, '{"subjectModel":' || ${openListText(subjectJson('subject', { viewer }), 'chapterModelVec')} as opening
      from subjects as subject ${joinSubjectParts('subject', viewer)}
      where subject.id = $1::bigint and ${isReadable('subject', viewer)} ${andNotBlocked('subject.owner_id', viewer)}
      -- A join after the chapters could change their order.
      offset 0
    ) as subject
    left join lateral (
      select chain.id, chain.owner_id, chain.visibility, ${openListText(chainJson('chain', { rank: 'link.rank', viewer }), 'feedItemModelVec')} as opening
      from subject_chains as link join chains as chain on chain.id = link.chain_id ${joinChainParts('chain', viewer)}
      where link.subject_id = subject.id and ${isShownIn('subject', 'chain', viewer)} ${andNotBlocked('chain.owner_id', viewer)}
      order by link.rank, link.chain_id
    ) as chapter on true
    left join lateral (
      select coalesce(string_agg(item, ',' order by rank, card_id), '') as items,
        string_agg(post, ',' order by rank, card_id) filter (where is_first) as posts
      from (
        select place.rank, place.card_id, ${cardCreationText('card', options, 'text.post')} as item, text.post,
          (place.chain_id, place.card_id) in (select chain_id, card_id from first_places) as is_first
        from chain_cards as place join cards as card on card.id = place.card_id ${joinCardParts('card', viewer)}
        cross join lateral (select ${cardText('card', options)} as post offset 0) as text
        where place.chain_id = chapter.id and ${isShownIn('chapter', 'card', viewer)} ${andNotBlocked('card.owner_id', viewer)}
      ) as listed
    ) as cards on true`;
}

interface ChapterRow {
  opening: string;
  /** Null if the subject has no chapters. */
  chapter: string | null;
  posts: string | null;
}

function concatenate(rows: readonly ChapterRow[]): Text {
  const list = (parts: (string | null)[]) =>
    parts.filter((part) => part !== null).flatMap((part, index) => (index === 0 ? [part] : [',', part]));
  return [
    ...rows.slice(0, 1).map(({ opening }) => opening),
    ...list(rows.map(({ chapter }) => chapter)),
    '],"posts":[',
    ...list(rows.map(({ posts }) => posts)),
    ']}}',
  ];
}

const details = {
  'subject-detail': detailStatement(),
  'subject-detail-for-viewer': detailStatement(viewerSql(2)),
};

const wholes = {
  'subject-with-cards': wholeStatement(),
  'subject-with-cards-for-viewer': wholeStatement(viewerSql(2)),
};

export async function findSubjectDetail(db: Db, id: number, viewer?: Viewer): Promise<string | undefined> {
  const name = viewer ? 'subject-detail-for-viewer' : 'subject-detail';
  const [row] = await db.query<{ body: string }>({
    name,
    text: details[name],
    values: [id, ...(viewer ? viewerValues(viewer) : [])],
  });
  return row?.body;
}

export async function findSubjectWithCards(db: Db, id: number, viewer?: Viewer): Promise<Text | undefined> {
  const name = viewer ? 'subject-with-cards-for-viewer' : 'subject-with-cards';
  const rows = await db.query<ChapterRow>({
    name,
    text: wholes[name],
    values: [id, ...(viewer ? viewerValues(viewer) : [])],
  });
  return rows.length > 0 ? concatenate(rows) : undefined;
}
