import type { Db } from '#db/pool.ts';
import { joinChainParts } from '#domains/chains/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { joinSubjectParts } from '#domains/subjects/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { type CollectionKind, cardsOf, isChanged, joinLearning, stateSql } from './view.ts';

interface Body {
  body: string;
}

export interface Collection {
  kind: CollectionKind;
  id: number;
}

const counts = `count(*) as total,
  count(*) filter (where state <> 'new') as read_count,
  count(*) filter (where state = 'known') as known_count`;

/** Every statement here has the viewer in its first two parameters. */
const viewer = viewerSql(1);

function progressStatement(kind: CollectionKind): string {
  return `
    with content as (
      select card.id, position, ${stateSql} as state, ${isChanged('card')} as changed
      from (${cardsOf(kind, '$3::bigint', viewer)}) as listed join cards as card on card.id = listed.card_id
        ${joinLearning('card.id', viewer)}
    ),
    place as (
      select places.card_id, cards.url_text
      from places join cards on cards.id = places.card_id
      where user_id = ${viewer.id} and ${kind}_id = $3::bigint and places.card_id in (select id from content)
    )
    select json_build_object(
      'total', total, 'readCount', read_count, 'knownCount', known_count,
      'placePostId', (select card_id from place), 'placeUrlText', (select url_text from place),
      'studied', exists (select from studies where user_id = ${viewer.id} and ${kind}_id = $3::bigint),
      'postStateVec', states
    )::text as body
    from (
      select ${counts}, coalesce(
        json_agg(json_build_object('postId', id, 'state', state, 'changed', changed) order by position), '[]'::json
      ) as states
      from content
    ) as counted
    where exists (
      select from ${kind}s as collection
      where collection.id = $3::bigint and ${isOpenTo('collection', viewer)}
    )`;
}

const progress = { chain: progressStatement('chain'), subject: progressStatement('subject') };

/** How far the viewer is with a chain or subject; undefined when they cannot see it. */
export async function findProgress(
  db: Db,
  of: Viewer,
  { kind, id }: Collection,
): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: `progress-of-${kind}`,
    text: progress[kind],
    values: [...viewerValues(of), id],
  });
  return row?.body;
}

const collections = {
  chain: {
    wireKind: 'chapter',
    join: joinChainParts('collection'),
  },
  subject: {
    wireKind: 'subject',
    join: joinSubjectParts('collection'),
  },
} as const;

/** One `StudyModel` as `item` for each row of `source`, which has `collection_id`, `sort` and `place_id`. */
function studyModels(kind: CollectionKind, source: string, condition: string): string {
  const { wireKind, join } = collections[kind];
  return `
    select json_build_object(
        'kind', '${wireKind}', 'id', collection.id, 'title', collection.title, 'photoModel', ${photoJson('collection_photo')},
        'placePostId', counted.place_id,
        'placeUrlText', (select url_text from cards where id = counted.place_id), 'total', total, 'readCount', read_count, 'knownCount', known_count
      ) as item, source.sort, '${kind}' as kind, collection.id as collection_id, counted.place_id
    from (${source}) as source join ${kind}s as collection on collection.id = source.collection_id ${join}
      cross join lateral (
        select ${counts}, max(id) filter (where id = source.place_id) as place_id
        from (
          select listed.card_id as id, ${stateSql} as state
          from (${cardsOf(kind, 'collection.id', viewer)}) as listed ${joinLearning('listed.card_id', viewer)}
        ) as content
      ) as counted
    where ${isOpenTo('collection', viewer)} and ${condition}`;
}

/** So many of the last places of each kind are checked, and so many unfinished ones are shown. */
const begunLimit = 40;
const shownBegun = 12;
const shownStudies = 100;

function begun(kind: CollectionKind): string {
  const source = `
    select ${kind}_id as collection_id, opened_at as sort, card_id as place_id from places
    where user_id = ${viewer.id} and ${kind}_id is not null
    order by opened_at desc limit ${begunLimit}`;
  return studyModels(kind, source, 'read_count < total');
}

function studied(kind: CollectionKind): string {
  const source = `
    select study.${kind}_id as collection_id, study.created_at as sort, place.card_id as place_id
    from studies as study
      left join places as place on place.user_id = study.user_id and place.${kind}_id = study.${kind}_id
    where study.user_id = ${viewer.id} and study.${kind}_id is not null
    order by study.id desc limit ${shownStudies}`;
  return studyModels(kind, source, 'true');
}

const studiedCards = `
  select json_build_object('id', card.id, 'urlText', card.url_text, 'title', card.title,
      'photoModel', ${photoJson('photo')}, 'state', ${stateSql}, 'aside', coalesce(memory.aside, false)) as item,
    study.created_at as sort
  from studies as study join cards as card on card.id = study.card_id
    left join photos as photo on photo.id = card.photo_id
    ${joinLearning('card.id', viewer)}
  where study.user_id = ${viewer.id} and ${isOpenTo('card', viewer)}
  order by study.id desc limit ${shownStudies}`;

/** SQL for the place of the card `place_id` in `collection_id`: in the first chapter that has it, or in the chain. */
const placeOf = `
  select json_build_object('chapter', number, 'card', position, 'cardCount', card_count) as place
  from (
    select collection_id as chain_id, null::bigint as number where kind = 'chain'
    union all
    select chain.id, row_number() over (order by chapter.rank, chain.id)
    from subject_chains as chapter
      join subjects as subject on subject.id = chapter.subject_id
      join chains as chain on chain.id = chapter.chain_id
    where kind = 'subject' and chapter.subject_id = collection_id and ${isShownIn('subject', 'chain', viewer)}
      and ${isOpenTo('chain', viewer)}
  ) as chapter
    cross join lateral (
      select card_id, position, count(*) over () as card_count
      from (${cardsOf('chain', 'chapter.chain_id', viewer)}) as listed
    ) as placed
  where card_id = place_id
  order by number
  limit 1`;

const continued = `
  select jsonb_set(item::jsonb, '{place}', coalesce(place, 'null')::jsonb) as item, sort
  from (
    select * from (${begun('chain')} union all ${begun('subject')}) as all_begun
    order by sort desc limit ${shownBegun}
  ) as shown
    left join lateral (${placeOf}) as placed on true`;

const list = (items: string) =>
  `(select coalesce(json_agg(item order by sort desc), '[]'::json) from (${items}) as listed)`;

const overview = `
  select json_build_object(
    'continueVec', ${list(continued)},
    'studyVec', ${list(`${studied('chain')} union all ${studied('subject')}`)},
    'studyPostVec', ${list(studiedCards)}
  )::text as body`;

/** What the viewer is reading and studying: the JSON of three lists. */
export async function findOverview(db: Db, of: Viewer): Promise<string> {
  const [row] = await db.query<Body>({
    name: 'learning-overview',
    text: overview,
    values: viewerValues(of),
  });
  return row?.body ?? '{}';
}

const memory = `
  select json_build_object(
    'state', ${stateSql},
    'studied', exists (select from studies where user_id = ${viewer.id} and card_id = card.id),
    'aside', coalesce(memory.aside, false),
    'dueAt', (extract(epoch from memory.due_at) * 1000)::bigint
  )::text as body
  from cards as card ${joinLearning('card.id', viewer)}
  where card.id = $3::bigint and ${isOpenTo('card', viewer)}`;

export async function findCardMemory(db: Db, of: Viewer, cardId: number): Promise<string | undefined> {
  const [row] = await db.query<Body>({
    name: 'memory-of-card',
    text: memory,
    values: [...viewerValues(of), cardId],
  });
  return row?.body;
}
