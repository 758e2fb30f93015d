import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardRow, selectedColumns } from '#domains/cards/columns.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { type CollectionRow, collectionColumns } from '#domains/collections/write-queries.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isPublished, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** A user's subjects of these titles, the oldest of each. */
export function listSubjectsTitled(
  db: Db,
  ownerId: number,
  titles: readonly string[],
): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(sql`
    select distinct on (title) ${collectionColumns(subjects)}
    from subjects
    where owner_id = ${ownerId} and title = any (${titles})
    order by title, id`);
}

export interface KnownChain extends CollectionRow {
  /** The one of the given subjects that contains it. */
  subjectId: number | null;
}

/** The chains of these titles in these subjects, of any owner, in order; then a user's other chains, oldest first. */
export function listChainsTitled(
  db: Db,
  ownerId: number,
  { titles, subjectIds }: { titles: readonly string[]; subjectIds: readonly number[] },
): Promise<KnownChain[]> {
  return db.query<KnownChain>(sql`
    select ${collectionColumns(chains)}, place.subject_id as "subjectId"
    from chains left join subject_chains as place on place.chain_id = chains.id and place.subject_id = any (${subjectIds})
    where chains.title = any (${titles}) and (chains.owner_id = ${ownerId} or place.subject_id is not null)
    order by place.subject_id, place.rank, chains.id`);
}

/** A user loads one file at a time: rows that do not exist yet cannot be locked, and would be created twice. */
export async function lockChainFileLoad(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('loading ' || ${userId}::bigint, 0))`);
}

/** Locks what loading may change: cards before chains, as everywhere. */
export async function lockChainsWithCards(tx: Transaction, chainIds: readonly number[]): Promise<void> {
  await tx.query(sql`
    select from cards where id in (select card_id from chain_cards where chain_id = any (${chainIds}))
    order by id for update`);
  await tx.query(sql`select from chains where id = any (${chainIds}) order by id for no key update`);
}

export type CardInChain = CardRow & {
  chainId: number;
  photoKey: string | null;
  /** False for drafts and for what the viewer does not see in the chain. An export leaves these cards out. */
  isShown: boolean;
};

/** Every card in these chains, in order. */
export function listCardsIn(db: Db, viewer: Viewer, chainIds: readonly number[]): Promise<CardInChain[]> {
  return db.query<CardInChain>(sql`
    with ${viewerTable(viewer)}
    select ${selectedColumns}, chains.id as "chainId", photos.key as "photoKey", ${raw(isSeenIn('chains', 'cards'))} as "isShown"
    from chain_cards
    join chains on chains.id = chain_cards.chain_id
    join cards on cards.id = chain_cards.card_id
    left join photos on photos.id = cards.photo_id
    where chain_cards.chain_id = any (${chainIds})
    order by chain_cards.chain_id, chain_cards.rank, chain_cards.card_id`);
}

/** SQL that is true if an item is no draft and the viewer sees it in the collection. */
function isSeenIn(collection: string, item: string): string {
  const owner = `${item}.owner_id`;
  return `${isPublished(item)} and ${isShownIn(collection, item, fromViewerTable)}
      and ${isNotLeaving(owner)} and ${isNotBlocked(owner, fromViewerTable)}`;
}

/** The chains of a subject that are no drafts and that the viewer sees there, in order. */
export function listChapters(db: Db, viewer: Viewer, subjectId: number): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(sql`
    with ${viewerTable(viewer)}
    select ${collectionColumns(chains)}
    from subject_chains
    join subjects on subjects.id = subject_chains.subject_id
    join chains on chains.id = subject_chains.chain_id
    where subject_id = ${subjectId} and ${raw(isSeenIn('subjects', 'chains'))}
    order by rank, chains.id`);
}

export async function findPhotoKey(db: Db, photoId: number): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>(sql`select key from photos where id = ${photoId}`);
  return row?.key;
}

const models = `
  select json_strip_nulls(json_build_object('chapterModelVec', coalesce(
    json_agg(${chainJson('chain', { viewer: viewerSql(2) })} order by loaded.place), '[]'::json
  )))::text as body
  from unnest($1::bigint[]) with ordinality as loaded (id, place)
  join chains as chain on chain.id = loaded.id ${joinChainParts('chain', viewerSql(2))}`;

export async function findChainModels(db: Db, ids: readonly number[], viewer: Viewer): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'loaded-chains',
    text: models,
    values: [ids, ...viewerValues(viewer)],
  });
  return row?.body ?? '';
}
