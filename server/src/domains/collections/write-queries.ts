import type { Visibility } from '@gyan/contract/visibility.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { chosenVisibility, isReadable } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Collection } from './collection.ts';

/** What the owner of a collection can edit. */
export interface CollectionContent {
  title: string;
  desc: string | null;
  photoId: number | null;
  visibility: Visibility;
}

export interface CollectionRow extends CollectionContent {
  id: number;
  ownerId: number;
  great: boolean;
  /** By an admin. `visibility` is then the one that the owner chose. */
  hidden: boolean;
}

/** The columns of a `CollectionRow`. */
export function collectionColumns({ table }: Collection): Sql {
  return raw(`${table}.id, ${table}.owner_id as "ownerId", ${table}.title, ${table}.description as "desc",
    ${table}.photo_id as "photoId", ${chosenVisibility(table)} as visibility, ${table}.hidden_by is not null as hidden,
    ${table}.great`);
}

export async function insertCollection(
  tx: Transaction,
  { table }: Collection,
  content: CollectionContent & { ownerId: number },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into ${raw(table)} (owner_id, title, description, photo_id, visibility)
    values (${content.ownerId}, ${content.title}, ${content.desc}, ${content.photoId}, ${content.visibility})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const selectOne = (collection: Collection, id: number) => {
  const table = raw(collection.table);
  return sql`
    select ${collectionColumns(collection)}
    from ${table} join users as owner on owner.id = ${table}.owner_id and owner.leaving_at is null
    where ${table}.id = ${id}`;
};

const selectVisible = (collection: Collection, viewer: Viewer, id: number) => sql`
  with ${viewerTable(viewer)} ${selectOne(collection, id)}
    and ${raw(isNotBlocked(`${collection.table}.owner_id`, fromViewerTable))}
    and ${raw(isReadable(collection.table, fromViewerTable))}`;

async function first(db: Db, statement: Sql): Promise<CollectionRow | undefined> {
  const [row] = await db.query<CollectionRow>(statement);
  return row;
}

type Found = Promise<CollectionRow | undefined>;

export function findCollection(db: Db, collection: Collection, id: number): Found {
  return first(db, selectOne(collection, id));
}

/** A collection the viewer can see; it cannot be deleted until the transaction ends. */
export function lockVisibleForShare(
  tx: Transaction,
  collection: Collection,
  viewer: Viewer,
  id: number,
): Found {
  const statement = selectVisible(collection, viewer, id);
  return first(tx, sql`${statement} for key share of ${raw(collection.table)}`);
}

/** The same; it, its items and its places in lists cannot be changed by others until then. */
export function lockVisible(tx: Transaction, collection: Collection, viewer: Viewer, id: number): Found {
  const statement = selectVisible(collection, viewer, id);
  return first(tx, sql`${statement} for no key update of ${raw(collection.table)}`);
}

/** The same for users who may change it; blocks do not count. */
export function lockCollection(tx: Transaction, collection: Collection, id: number): Found {
  return first(tx, sql`${selectOne(collection, id)} for no key update of ${raw(collection.table)}`);
}

/** The same; it cannot be added to a list either. */
export function lockToDelete(tx: Transaction, collection: Collection, id: number): Found {
  return first(tx, sql`${selectOne(collection, id)} for update of ${raw(collection.table)}`);
}

/** False if nothing changed. */
export async function updateCollection(
  tx: Transaction,
  { table }: Collection,
  before: CollectionRow,
  after: CollectionContent,
): Promise<boolean> {
  const { title, desc, photoId, visibility } = after;
  const isSame = (['title', 'desc', 'photoId', 'visibility'] as const).every(
    (name) => before[name] === after[name],
  );
  if (isSame) return false;
  await tx.query(sql`
    update ${raw(table)}
    set title = ${title}, description = ${desc}, photo_id = ${photoId}, visibility = ${visibility}, edited_at = now()
    where id = ${before.id}`);
  return true;
}

/** Its items stay. Its likes and its places in users' lists are deleted with it. */
export async function deleteCollection(tx: Transaction, { table }: Collection, id: number): Promise<void> {
  await tx.query(sql`delete from ${raw(table)} where id = ${id}`);
}
