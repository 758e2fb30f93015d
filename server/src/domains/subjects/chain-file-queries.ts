import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardRow, selectedColumns } from '#domains/cards/columns.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import type { ChainRow } from '#domains/chains/write-queries.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { SubjectRow } from './write-queries.ts';

/** A person's subjects of these titles, the oldest of each. */
export function listSubjectsTitled(
  db: Db,
  ownerId: number,
  titles: readonly string[],
): Promise<SubjectRow[]> {
  return db.query<SubjectRow>(sql`
    select distinct on (title) id, owner_id as "ownerId", title, description as "desc", photo_id as "photoId", great
    from subjects
    where owner_id = ${ownerId} and title = any (${titles})
    order by title, id`);
}

export interface KnownChain extends ChainRow {
  /** Of those asked about, the one it is in. */
  subjectId: number | null;
}

/** The chapters of these titles in these subjects, whoever made them, in order; then a person's other chains, oldest first. */
export function listChainsTitled(
  db: Db,
  ownerId: number,
  { titles, subjectIds }: { titles: readonly string[]; subjectIds: readonly number[] },
): Promise<KnownChain[]> {
  return db.query<KnownChain>(sql`
    select chains.id, chains.owner_id as "ownerId", chains.title, chains.description as "desc",
      chains.photo_id as "photoId", chains.great, place.subject_id as "subjectId"
    from chains left join subject_chains as place on place.chain_id = chains.id and place.subject_id = any (${subjectIds})
    where chains.title = any (${titles}) and (chains.owner_id = ${ownerId} or place.subject_id is not null)
    order by place.subject_id, place.rank, chains.id`);
}

/** One person loads one file at a time: what is not there yet cannot be locked, and would be made twice. */
export async function enterLoading(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('loading ' || ${userId}::bigint, 0))`);
}

/** Locks what loading will touch, in the order everybody keeps: cards, then chains. */
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

/** The same without the cards of those who leave, which nobody sees. */
export async function listShownCardsIn(db: Db, chainIds: readonly number[]): Promise<CardInChain[]> {
  const cards = await listCardsIn(db, chainIds);
  const here = await db.query<{ id: number }>({
    name: 'cards-here',
    text: `select id from cards where id = any ($1::bigint[]) and ${isNotLeaving('owner_id')}`,
    values: [cards.map(({ id }) => id)],
  });
  const ids = new Set(here.map(({ id }) => id));
  return cards.filter(({ id }) => ids.has(id));
}

/** The chapters of a subject that are shown, in order. */
export function listChapters(db: Db, subjectId: number): Promise<ChainRow[]> {
  return db.query<ChainRow>({
    name: 'chapters-to-export',
    text: `
      select chains.id, owner_id as "ownerId", title, description as "desc", photo_id as "photoId", great
      from subject_chains join chains on chains.id = subject_chains.chain_id
      where subject_id = $1::bigint and ${isNotLeaving('owner_id')}
      order by rank, chains.id`,
    values: [subjectId],
  });
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
  join chains as chain on chain.id = loaded.id ${joinChainParts('chain')}`;

export async function findChainModels(db: Db, ids: readonly number[], viewer: Viewer): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'loaded-chains',
    text: models,
    values: [ids, ...viewerValues(viewer)],
  });
  return row?.body ?? '';
}
