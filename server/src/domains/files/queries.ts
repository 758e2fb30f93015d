import type { JobState } from '@gyan/contract/files.ts';
import type { RegionModel } from '@gyan/contract/scenes.ts';
import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { type CardRow, selectedColumns } from '#domains/cards/columns.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { type Collection, chains } from '#domains/collections/collection.ts';
import { type CollectionRow, collectionColumns } from '#domains/collections/write-queries.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isNotLeaving, viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { isDraft, isPublished, isShownIn } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

export async function findInstallation(db: Db): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`select id from installation`);
  if (!row) throw new Error('The installation has no id.');
  return row.id;
}

/** A chain or subject that the viewer can open. */
export async function findReadable(
  db: Db,
  viewer: Viewer,
  collection: Collection,
  id: number,
): Promise<CollectionRow | undefined> {
  const { table } = collection;
  const [row] = await db.query<CollectionRow>(sql`
    with ${viewerTable(viewer)}
    select ${collectionColumns(collection)} from ${raw(table)}
    where id = ${id} and ${raw(isOpenTo(table, fromViewerTable))}`);
  return row;
}

/** The chains of a subject that the viewer sees in it, in order. Drafts only if the subject is a draft. */
export function listReadableChapters(db: Db, viewer: Viewer, subjectId: number): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(sql`
    with ${viewerTable(viewer)}
    select ${collectionColumns(chains)}
    from subject_chains join subjects on subjects.id = subject_id join chains on chains.id = chain_id
    where subject_id = ${subjectId} and ${raw(isShownIn('subjects', 'chains', fromViewerTable))}
      and (${raw(isPublished('chains'))} or ${raw(isDraft('subjects'))})
      and ${raw(isNotLeaving('chains.owner_id'))} and ${raw(isNotBlocked('chains.owner_id', fromViewerTable))}
    order by subject_chains.rank, chains.id`);
}

export type FileCardRow = CardRow & {
  chainId: number;
  urlText: string;
  author: string;
  photoKey: string | null;
  /** The labels of a drawn or labelled picture. */
  regions: RegionModel[];
  /** The description as HTML; null without formulas. */
  shownHtml: string | null;
  createdAt: Date;
  changedAt: Date;
};

const fileColumns = sql`${selectedColumns}, cards.url_text as "urlText", photos.key as "photoKey",
      coalesce(scenes.regions, '[]'::json) as regions, coalesce(cards.html_shown, cards.text_html) as "shownHtml",
      concat_ws(' ', owner.first_name, owner.last_name) as author, cards.created_at as "createdAt",
      greatest(cards.edited_at, cards.created_at) as "changedAt"`;
const joinCardParts = sql`join users as owner on owner.id = cards.owner_id
    left join photos on photos.id = cards.photo_id
    left join scenes on scenes.id = cards.scene_id`;

/** The cards that the viewer sees in these chains, in order. Drafts only if the chain is a draft. */
export function listReadableCards(
  db: Db,
  viewer: Viewer,
  chainIds: readonly number[],
): Promise<FileCardRow[]> {
  return db.query<FileCardRow>(sql`
    with ${viewerTable(viewer)}
    select ${fileColumns}, chains.id as "chainId"
    from chain_cards
    join chains on chains.id = chain_cards.chain_id
    join cards on cards.id = chain_cards.card_id
    ${joinCardParts}
    where chain_cards.chain_id = any (${chainIds}::bigint[])
      and ${raw(isShownIn('chains', 'cards', fromViewerTable))}
      and (${raw(isPublished('cards'))} or ${raw(isDraft('chains'))})
      and ${raw(isNotLeaving('cards.owner_id'))} and ${raw(isNotBlocked('cards.owner_id', fromViewerTable))}
    order by chain_cards.chain_id, chain_cards.rank, chain_cards.card_id`);
}

/** A card that the viewer can open, by the text of its address or its id. */
export async function findReadableCard(
  db: Db,
  viewer: Viewer,
  key: string,
): Promise<FileCardRow | undefined> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : null;
  const [row] = await db.query<FileCardRow>(sql`
    with ${viewerTable(viewer)}
    select ${fileColumns}, 0 as "chainId"
    from cards ${joinCardParts}
    where (cards.url_text = ${key} or cards.id = ${id}) and ${raw(isOpenTo('cards', fromViewerTable))}`);
  return row;
}

/** The file name of the picture of a subject or chain. */
export async function findCover(db: Db, photoId: number): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>(sql`select key from photos where id = ${photoId}`);
  return row?.key;
}

/** The cards that notes of earlier files became, by guid, and that still are the user's. */
export async function findImported(
  db: Db,
  userId: number,
  guids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ guid: string; cardId: number }>(sql`
    select guid, card_id as "cardId" from imported_notes join cards on cards.id = card_id
    where user_id = ${userId} and guid = any (${guids}::text[]) and cards.owner_id = ${userId}`);
  return new Map(rows.map(({ guid, cardId }) => [guid, cardId]));
}

/** Those of these cards that are the user's own. */
export async function findOwnCards(db: Db, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from cards where id = any (${ids}::bigint[]) and owner_id = ${userId}`);
  return new Set(rows.map(({ id }) => id));
}

/** The chain of the user that has most of these cards. */
export async function findChainWith(
  db: Db,
  userId: number,
  cardIds: readonly number[],
): Promise<{ id: number; title: string; cardCount: number } | undefined> {
  const [row] = await db.query<{ id: number; title: string; cardCount: number }>(sql`
    select chains.id, chains.title, count(*) as "cardCount"
    from chain_cards join chains on chains.id = chain_id
    where card_id = any (${cardIds}::bigint[]) and chains.owner_id = ${userId}
    group by chains.id
    order by count(*) desc, chains.id
    limit 1`);
  return row;
}

export async function insertImported(
  tx: Transaction,
  userId: number,
  notes: readonly { guid: string; cardId: number }[],
): Promise<void> {
  await tx.query(sql`
    insert into imported_notes (user_id, guid, card_id)
    select ${userId}, row.guid, row."cardId"
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as row (guid text, "cardId" bigint)
    on conflict on constraint imported_notes_once_per_user do update set card_id = excluded.card_id`);
}

/** The cards of a chain, in order. */
export async function listCardIds(db: Db, chainId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select card_id as id from chain_cards where chain_id = ${chainId} order by rank, card_id`);
  return rows.map(({ id }) => id);
}

/** One import of a user at a time: rows that do not exist yet cannot be locked, and would be created twice. */
export async function lockImports(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${userId}::bigint, 0))`);
}

const chainModel = `
  select json_strip_nulls(${chainJson('chain', { viewer: viewerSql(2) })})::text as body
  from chains as chain ${joinChainParts('chain', viewerSql(2))}
  where chain.id = $1::bigint`;

/** The JSON of a chain. */
export async function findChainModel(db: Db, viewer: Viewer, id: number): Promise<string | undefined> {
  const values = [id, ...viewerValues(viewer)];
  const [row] = await db.query<{ body: string }>({ name: 'imported-chain', text: chainModel, values });
  return row?.body;
}

export interface ImportRow {
  id: number;
  state: JobState;
  done: number;
  total: number;
  chainId: number | null;
  newCount: number;
  updatedCount: number;
  problem: { code: 'internal'; detail: string } | null;
}

/** Seconds without a heartbeat after which the process of an import counts as ended. */
const deadAfterSeconds = 60;

const interrupted = { code: 'internal', detail: 'The server was restarted. Please import the file again.' };

/** Ends imports of the user whose process has ended, and deletes old ones. */
export async function tidyImports(db: Db, userId: number): Promise<void> {
  await db.query(sql`
    delete from imports where user_id = ${userId} and created_at < now() - interval '7 days' and state <> 'running'`);
  await db.query(sql`
    update imports set state = 'failed', problem = ${JSON.stringify(interrupted)}::jsonb
    where user_id = ${userId} and state = 'running'
      and beat_at < now() - make_interval(secs => ${deadAfterSeconds})`);
}

/** Undefined if another import of the user is running. */
export async function insertImport(db: Db, userId: number, total: number): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into imports (user_id, total) values (${userId}, ${total})
    on conflict (user_id) where state = 'running' do nothing
    returning id`);
  return row?.id;
}

export async function findImport(db: Db, userId: number, id: number): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(sql`
    select id, state, done, total, chain_id as "chainId", new_count as "newCount",
      updated_count as "updatedCount", problem
    from imports where id = ${id} and user_id = ${userId}`);
  return row;
}

/** A heartbeat with the progress; false if it was cancelled. */
export async function beatImport(db: Db, id: number, done: number): Promise<boolean> {
  const rows = await db.query(sql`
    update imports set done = ${done}, beat_at = now() where id = ${id} and state = 'running' returning id`);
  return rows.length > 0;
}

/** False if it was cancelled; the caller then rolls back. */
export async function finishImport(
  tx: Transaction,
  id: number,
  result: { chainId: number; newCount: number; updatedCount: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update imports set state = 'done', done = total, chain_id = ${result.chainId}, new_count = ${result.newCount},
      updated_count = ${result.updatedCount}
    where id = ${id} and state = 'running'
    returning id`);
  return rows.length > 0;
}

export async function failImport(
  db: Db,
  id: number,
  problem: { code: string; detail: string },
): Promise<void> {
  await db.query(sql`
    update imports set state = 'failed', problem = ${JSON.stringify(problem)}::jsonb
    where id = ${id} and state = 'running'`);
}

/** An import that has ended stays as it is. */
export async function cancelImport(db: Db, userId: number, id: number): Promise<void> {
  await db.query(sql`
    update imports set state = 'cancelled' where id = ${id} and user_id = ${userId} and state = 'running'`);
}

export async function eraseImportsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from imports where user_id = ${userId}`);
  await tx.query(sql`delete from imported_notes where user_id = ${userId}`);
}

/** For the account export. */
export function exportImported(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object('guid', guid, 'cardId', card_id)::text as item
    from imported_notes where user_id = ${userId} and id > ${afterId} order by id limit 500`);
}
