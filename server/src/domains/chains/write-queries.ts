import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** What its author decides about a chain. */
export interface ChainContent {
  title: string;
  desc: string | null;
}

export interface ChainRow extends ChainContent {
  id: number;
  ownerId: number;
  photoId: number | null;
  great: boolean;
}

export async function insertChain(
  tx: Transaction,
  chain: ChainContent & { ownerId: number },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into chains (owner_id, title, description, score)
    values (${chain.ownerId}, ${chain.title}, ${chain.desc}, trending_score(0, 0, false, now()))
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const chainHere = (id: number) => sql`
  select chains.id, chains.owner_id as "ownerId", chains.title, chains.description as "desc",
    chains.photo_id as "photoId", chains.great
  from chains join users as owner on owner.id = chains.owner_id and owner.leaving_at is null
  where chains.id = ${id}`;

const chainSeen = (viewer: Viewer, id: number) => sql`
  with ${viewerTable(viewer)} ${chainHere(id)} and ${raw(isNotBlocked('chains.owner_id', fromViewerTable))}`;

/** A chain the viewer can see, which stays until the transaction ends. */
export async function holdChain(tx: Transaction, viewer: Viewer, id: number): Promise<ChainRow | undefined> {
  const [row] = await tx.query<ChainRow>(sql`${chainSeen(viewer, id)} for key share of chains`);
  return row;
}

/** The same, and nobody else changes its places or what is in it until then. */
export async function lockSeenChain(
  tx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<ChainRow | undefined> {
  const [row] = await tx.query<ChainRow>(sql`${chainSeen(viewer, id)} for no key update of chains`);
  return row;
}

/** For those who may change it, whatever stands between them and its owner. */
export async function lockChain(tx: Transaction, id: number): Promise<ChainRow | undefined> {
  const [row] = await tx.query<ChainRow>(sql`${chainHere(id)} for no key update of chains`);
  return row;
}

/** The same, and nobody puts it anywhere until the transaction ends. */
export async function lockChainToDelete(tx: Transaction, id: number): Promise<ChainRow | undefined> {
  const [row] = await tx.query<ChainRow>(sql`${chainHere(id)} for update of chains`);
  return row;
}

export async function findChain(db: Db, id: number): Promise<ChainRow | undefined> {
  const [row] = await db.query<ChainRow>(chainHere(id));
  return row;
}

export async function updateChain(tx: Transaction, id: number, chain: ChainContent): Promise<void> {
  await tx.query(sql`update chains set title = ${chain.title}, description = ${chain.desc} where id = ${id}`);
}

export async function updateChainQuality(tx: Transaction, id: number, great: boolean): Promise<void> {
  await tx.query(sql`
    update chains set great = ${great}, score = trending_score(like_count, 0, ${great}, created_at) where id = ${id}`);
}

/** Out of every subject, whose counts stay right, and away; its cards stay, likes and places in lists go with it. */
export async function deleteChain(tx: Transaction, id: number): Promise<void> {
  // In one order, so that two chains of the same subjects do not wait for each other.
  await tx.query(sql`
    select from subjects where id in (select subject_id from subject_chains where chain_id = ${id})
    order by id for no key update`);
  await tx.query(sql`
    with unlinked as (delete from subject_chains where chain_id = ${id} returning subject_id)
    update subjects set chain_count = chain_count - 1 from unlinked where subjects.id = unlinked.subject_id`);
  await tx.query(sql`delete from chains where id = ${id}`);
}

/** Those that are neither a chapter nor in their owner's list, by owner, so that people are locked in one order. */
export function listStrayChains(
  tx: Transaction,
  ids: readonly number[],
): Promise<{ id: number; ownerId: number }[]> {
  return tx.query<{ id: number; ownerId: number }>(sql`
    select id, owner_id as "ownerId" from chains
    where id = any (${ids})
      and not exists (select from subject_chains where chain_id = chains.id)
      and not exists (select from user_chains where chain_id = chains.id and user_id = chains.owner_id)
    order by owner_id, id`);
}
