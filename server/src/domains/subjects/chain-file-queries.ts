import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardRow, selectedColumns } from '#domains/cards/columns.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { chains, subjects } from '#domains/collections/collection.ts';
import { type CollectionRow, collectionColumns } from '#domains/collections/write-queries.ts';
import { fromViewerTable, viewerTable } from '#domains/connections/view.ts';
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

export type CardInChain = CardRow & { chainId: number; photoKey: string | null };

/** Every card in these chains, in order. */
export function listCardsIn(db: Db, chainIds: readonly number[]): Promise<CardInChain[]> {
  return db.query<CardInChain>(sql`
    select ${selectedColumns}, chain_cards.chain_id as "chainId", photos.key as "photoKey"
    from chain_cards join cards on cards.id = chain_cards.card_id left join photos on photos.id = cards.photo_id
    where chain_cards.chain_id = any (${chainIds})
    order by chain_cards.chain_id, chain_cards.rank, chain_cards.card_id`);
}

const shownCards = `
  select chain.id as "chainId", card.id
  from chain_cards as link join chains as chain on chain.id = link.chain_id join cards as card on card.id = link.card_id
  where link.chain_id = any ($1::bigint[]) and ${isNotLeaving('card.owner_id')}
    and ${isPublished('card')} and ${isShownIn('chain', 'card', viewerSql(2))}`;

/** The same without drafts, what the viewer does not see and the cards of users whose account is being deleted. */
export async function listShownCardsIn(
  db: Db,
  viewer: Viewer,
  chainIds: readonly number[],
): Promise<CardInChain[]> {
  const cards = await listCardsIn(db, chainIds);
  const shown = await db.query<{ chainId: number; id: number }>({
    name: 'shown-cards',
    text: shownCards,
    values: [chainIds, viewer.userId],
  });
  const keys = new Set(shown.map(({ chainId, id }) => `${chainId} ${id}`));
  return cards.filter(({ chainId, id }) => keys.has(`${chainId} ${id}`));
}

/** The chains of a subject that are no drafts and that the viewer sees there, in order. */
export function listChapters(db: Db, viewer: Viewer, subjectId: number): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(sql`
    with ${viewerTable(viewer)}
    select ${collectionColumns(chains)}
    from subject_chains
    join subjects on subjects.id = subject_chains.subject_id
    join chains on chains.id = subject_chains.chain_id
    where subject_id = ${subjectId} and ${raw(isNotLeaving('chains.owner_id'))}
      and ${raw(isPublished('chains'))} and ${raw(isShownIn('subjects', 'chains', fromViewerTable))}
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
