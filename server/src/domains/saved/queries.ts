import type { SavedKind } from '@gyan/contract/saved.ts';
import sql, { raw } from 'sql-template-tag';
import { jsonObject, nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import { savedKinds, savedTypes } from './saved-kinds.ts';

interface Body {
  body: string;
}

/** The cursor before what was saved last. */
export const latestSaved: CursorValues = ['9007199254740991'];

const kindSql = `case when item.card_id is not null then 'post' when item.chain_id is not null then 'chapter' else 'subject' end`;

const listIdsSql = `(
  select coalesce(json_agg(list_id order by list_id), '[]'::json) from saved_list_items where item_id = item.id
)`;

/** The items of the viewer that are still readable; `from` ends in a condition. */
function listStatement(from: string, viewer: ViewerSql): string {
  const models = savedKinds.map((kind) => {
    const { table, column, model, json, join } = savedTypes[kind];
    return {
      model,
      join: `left join lateral (
        select ${json('content', { viewer })} as model
        from ${table} as content ${join('content', viewer)}
        where content.id = item.${column} and ${isOpenTo('content', viewer)}
      ) as ${kind} on true`,
      value: `${kind}.model`,
    };
  });
  const item = jsonObject({
    kind: kindSql,
    savedAt: nanoseconds('item.saved_at'),
    listIdVec: listIdsSql,
    ...Object.fromEntries(models.map(({ model, value }) => [model, value])),
  });
  return pageStatement(
    'savedItemVec',
    `select ${item} as item, ${cursorSql('item.id')} as cursor
     from saved_items as item
     ${models.map(({ join }) => join).join('\n')}
     where item.user_id = ${viewer.id} and item.id < $2::bigint
       and num_nonnulls(${models.map(({ value }) => value).join(', ')}) = 1 ${from}
     order by item.id desc
     limit ${onePage}`,
  );
}

const inList = 'and exists (select from saved_list_items where list_id = $5::bigint and item_id = item.id)';
const lists = {
  saved: listStatement('', viewerSql(3)),
  'saved-in-list': listStatement(inList, viewerSql(3)),
};

export async function listSaved(
  db: Db,
  viewer: Viewer,
  { limit, after, listId }: { limit: number; after: CursorValues; listId: number | undefined },
): Promise<string> {
  const name = listId === undefined ? 'saved' : 'saved-in-list';
  const values = [limit, ...after, ...viewerValues(viewer), ...(listId === undefined ? [] : [listId])];
  const [row] = await db.query<Body>({ name, text: lists[name], values });
  return row?.body ?? '';
}

export interface SavedList {
  listId: number;
  title: string;
  count: number;
}

function listsStatement(viewer: ViewerSql): string {
  const readable = savedKinds.map((kind) => {
    const { table, column } = savedTypes[kind];
    return `exists (
      select from ${table} as content where content.id = item.${column} and ${isOpenTo('content', viewer)})`;
  });
  return `
    select id as "listId", title, (
      select count(*) from saved_list_items as link join saved_items as item on item.id = link.item_id
      where link.list_id = saved_lists.id and (${readable.join(' or ')})
    ) as count
    from saved_lists where user_id = ${viewer.id} order by lower(title), id`;
}

const ownLists = listsStatement(viewerSql(1));

/** The viewer's lists by name, each with the number of items in it that they can read. */
export function findLists(db: Db, viewer: Viewer): Promise<SavedList[]> {
  return db.query<SavedList>({ name: 'saved-lists', text: ownLists, values: viewerValues(viewer) });
}

export async function isOwnList(db: Db, userId: number, listId: number): Promise<boolean> {
  return (
    (await db.query(sql`select from saved_lists where id = ${listId} and user_id = ${userId}`)).length > 0
  );
}

/** Serializes the writes of one user, so that what a transaction read stays true until it ends. */
export async function lockSavedOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
}

export interface SavedState {
  saved: boolean;
  listIdVec: number[];
}

export async function findState(
  db: Db,
  userId: number,
  { kind, id }: { kind: SavedKind; id: number },
): Promise<SavedState> {
  const [row] = await db.query<{ listIdVec: number[] }>(sql`
    select ${raw(listIdsSql)} as "listIdVec" from saved_items as item
    where user_id = ${userId} and ${raw(savedTypes[kind].column)} = ${id}`);
  return { saved: row !== undefined, listIdVec: row?.listIdVec ?? [] };
}

/** True if the viewer can read it. */
export async function isContentOpen(db: Db, viewer: Viewer, kind: SavedKind, id: number): Promise<boolean> {
  const rows = await db.query({
    name: `open-${kind}`,
    text: `
      select from ${savedTypes[kind].table} as content
      where content.id = $3::bigint and ${isOpenTo('content', viewerSql(1))}`,
    values: [...viewerValues(viewer), id],
  });
  return rows.length > 0;
}

export async function insertItem(
  tx: Transaction,
  userId: number,
  kind: SavedKind,
  id: number,
): Promise<void> {
  await tx.query(sql`
    insert into saved_items (user_id, ${raw(savedTypes[kind].column)}) values (${userId}, ${id})
    on conflict do nothing`);
}

export async function deleteItem(
  tx: Transaction,
  userId: number,
  kind: SavedKind,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from saved_items where user_id = ${userId} and ${raw(savedTypes[kind].column)} = ${id} returning id`);
  return rows.length > 0;
}

const itemOf = (userId: number, kind: SavedKind, id: number) =>
  sql`select id from saved_items where user_id = ${userId} and ${raw(savedTypes[kind].column)} = ${id}`;

/** Puts a saved item into a list of the same person. */
export async function insertListItem(
  tx: Transaction,
  listId: number,
  userId: number,
  kind: SavedKind,
  id: number,
): Promise<void> {
  await tx.query(sql`
    insert into saved_list_items (list_id, item_id) select ${listId}::bigint, item.id from (${itemOf(userId, kind, id)}) as item
    on conflict do nothing`);
}

export async function deleteListItem(
  tx: Transaction,
  listId: number,
  userId: number,
  kind: SavedKind,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from saved_list_items where list_id = ${listId} and item_id in (${itemOf(userId, kind, id)}) returning item_id`);
  return rows.length > 0;
}

export async function countLists(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from saved_lists where user_id = ${userId}`,
  );
  return row?.count ?? 0;
}

/** True if another list of this person has the title. Capital letters do not count. */
export async function isTitleTaken(
  tx: Transaction,
  userId: number,
  title: string,
  exceptId = 0,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select from saved_lists where user_id = ${userId} and lower(title) = lower(${title}) and id <> ${exceptId}`);
  return rows.length > 0;
}

export async function insertList(tx: Transaction, userId: number, title: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into saved_lists (user_id, title) values (${userId}, ${title}) returning id`,
  );
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export async function updateList(tx: Transaction, listId: number, title: string): Promise<void> {
  await tx.query(sql`update saved_lists set title = ${title} where id = ${listId}`);
}

/** What was in it stays saved. */
export async function deleteList(db: Db, userId: number, listId: number): Promise<boolean> {
  const rows = await db.query(
    sql`delete from saved_lists where id = ${listId} and user_id = ${userId} returning id`,
  );
  return rows.length > 0;
}
