import sql, { raw, type Sql } from 'sql-template-tag';
import type { Transaction } from './pool.ts';

/** A table of items per parent, in an order that users choose. Names come from code, never from requests. */
export interface RankedList {
  table: string;
  /** The column of the parent's id, the table of the parents, and its column that counts the items. */
  parent: { column: string; table: string; count?: string };
  /** The column of the item's id. */
  item: string;
}

/** A list whose parents count their items. */
export type CountedList = RankedList & { parent: { count: string } };

export interface Entry {
  parentId: number;
  itemId: number;
}

export interface PutResult {
  /** The item's rank, and the ranks of all items if the list had to be renumbered. */
  state: { rank: number; rankVec?: { id: number; rank: number }[] };
  /** False if the item had this rank already. */
  changed: boolean;
  /** False if the item was in the list before. */
  added: boolean;
}

/**
 * Within these bounds there is always a double between two ranks, and adding one gives a different rank. Beyond them a
 * list is renumbered.
 */
const maxRank = 2 ** 20;
const minGap = 2 ** -30;

/**
 * Adds an item to a list or moves it; without a rank, to the end. If another item has the rank, the item comes right
 * after it. Returns undefined if the parent does not exist. The caller must make sure that the item is not deleted
 * meanwhile.
 */
export async function putInList(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId, rank }: Entry & { rank?: number | null | undefined },
): Promise<PutResult | undefined> {
  if (rank != null && !Number.isFinite(rank)) throw new RangeError('A rank is a finite number.');
  if (!(await lockParent(tx, list, parentId))) return undefined;
  const { current, before, after } = await findNeighbours(tx, list, { parentId, itemId, rank });
  // Adding zero turns -0 into 0.
  const wanted = rank == null ? lastRank(current, before) : rank + 0;
  const fits = hasGap(wanted, before, after);
  if (fits && wanted === current) return { state: { rank: wanted }, changed: false, added: false };
  const added = current === null;
  await write(tx, list, { parentId, itemId, rank: wanted, added });
  if (fits) return { state: { rank: wanted }, changed: true, added };
  const rankVec = await renumber(tx, list, { parentId, itemId });
  const placed = rankVec.find(({ id }) => id === itemId);
  if (!placed) throw new Error('The item that was just put into the list is not in it.');
  return { state: { rank: placed.rank, rankVec }, changed: true, added };
}

/** Returns whether the item was in the list. */
export async function takeFromList(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId }: Entry,
): Promise<boolean> {
  if (!(await lockParent(tx, list, parentId))) return false;
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  const taken = await tx.query(
    counting(
      list,
      parentId,
      -1,
      sql`delete from ${table} where ${parent} = ${parentId} and ${item} = ${itemId}`,
    ),
  );
  return taken.length > 0;
}

/** Takes items out of every list they are in, and keeps the counts right. The caller has locked the items. */
export async function takeFromEveryList(
  tx: Transaction,
  list: CountedList,
  itemIds: readonly number[],
): Promise<void> {
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  const [parents, count] = [raw(list.parent.table), raw(list.parent.count)];
  // Parents are locked in one order, so that two such calls do not deadlock.
  await tx.query(sql`
    select from ${parents} where id in (select ${parent} from ${table} where ${item} = any (${itemIds}))
    order by id for no key update`);
  await tx.query(sql`
    with taken as (delete from ${table} where ${item} = any (${itemIds}) returning ${parent} as id),
      fewer as (select id, count(*) as items from taken group by id)
    update ${parents} set ${count} = ${count} - fewer.items from fewer where ${parents}.id = fewer.id`);
}

/**
 * Sets the items and their order; returns whether anything changed. The items must exist and must not be
 * deleted meanwhile.
 */
export async function setList(
  tx: Transaction,
  list: RankedList,
  parentId: number,
  itemIds: readonly number[],
): Promise<boolean> {
  if (!(await lockParent(tx, list, parentId))) return false;
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  const before = await tx.query<{ id: number }>(
    sql`select ${item} as id from ${table} where ${parent} = ${parentId} order by rank, ${item}`,
  );
  if (before.length === itemIds.length && before.every(({ id }, index) => id === itemIds[index]))
    return false;
  await tx.query(sql`delete from ${table} where ${parent} = ${parentId} and ${item} <> all (${itemIds})`);
  await tx.query(sql`
    insert into ${table} (${parent}, ${item}, rank)
    select ${parentId}, id, rank from unnest(${itemIds}::bigint[]) with ordinality as wanted (id, rank)
    on conflict (${parent}, ${item}) do update set rank = excluded.rank`);
  const { table: parents, count } = list.parent;
  if (count !== undefined) {
    await tx.query(sql`update ${raw(parents)} set ${raw(count)} = ${itemIds.length} where id = ${parentId}`);
  }
  return true;
}

/** All changes of a list take this lock, so that what is read afterwards stays true until the transaction ends. */
async function lockParent(tx: Transaction, { parent }: RankedList, parentId: number): Promise<boolean> {
  const rows = await tx.query(
    sql`select id from ${raw(parent.table)} where id = ${parentId} for no key update`,
  );
  return rows.length > 0;
}

interface Neighbours {
  current: number | null;
  /** The nearest ranks of other items at or below, and at or above, the wanted one; without a wanted rank, the last. */
  before: number | null;
  after: number | null;
}

async function findNeighbours(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId, rank }: Entry & { rank: number | null | undefined },
): Promise<Neighbours> {
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  const at = sql`coalesce(${rank ?? null}::float8, 'infinity')`;
  const others = sql`from ${table} where ${parent} = ${parentId} and ${item} <> ${itemId}`;
  const [row] = await tx.query<Neighbours>(sql`
    select (select rank from ${table} where ${parent} = ${parentId} and ${item} = ${itemId}) as current,
      (select max(rank) ${others} and rank <= ${at}) as before,
      (select min(rank) ${others} and rank >= ${at}) as after`);
  if (!row) throw new Error('select returned no row');
  return row;
}

function lastRank(current: number | null, last: number | null): number {
  return current !== null && current > (last ?? -Infinity) ? current : (last ?? 0) + 1;
}

function hasGap(rank: number, before: number | null, after: number | null): boolean {
  return (
    Math.abs(rank) <= maxRank &&
    rank - (before ?? -Infinity) >= minGap &&
    (after ?? Infinity) - rank >= minGap
  );
}

async function write(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId, rank, added }: Entry & { rank: number; added: boolean },
): Promise<void> {
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  await tx.query(
    added
      ? counting(
          list,
          parentId,
          1,
          sql`insert into ${table} (${parent}, ${item}, rank) values (${parentId}, ${itemId}, ${rank})`,
        )
      : sql`update ${table} set rank = ${rank} where ${parent} = ${parentId} and ${item} = ${itemId}`,
  );
}

/** Makes the change and updates the count in one statement; returns a row if it changed something. */
function counting({ parent }: RankedList, parentId: number, step: 1 | -1, change: Sql): Sql {
  if (parent.count === undefined) return sql`${change} returning true as changed`;
  const [parents, count] = [raw(parent.table), raw(parent.count)];
  return sql`
    with changed as (${change} returning true)
    update ${parents} set ${count} = ${count} + ${step} from changed where id = ${parentId} returning true as changed`;
}

/** Numbers the items 1, 2, 3, … in their order; of two with the same rank, `itemId` comes later. */
async function renumber(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId }: Entry,
): Promise<{ id: number; rank: number }[]> {
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  return tx.query<{ id: number; rank: number }>(sql`
    with ordered as (
      select ${item} as id, row_number() over (order by rank, ${item} = ${itemId}, ${item})::float8 as rank
      from ${table} where ${parent} = ${parentId}
    ), moved as (
      update ${table} as entry set rank = ordered.rank
      from ordered
      where entry.${parent} = ${parentId} and entry.${item} = ordered.id and entry.rank <> ordered.rank
    )
    select id, rank from ordered order by ordered.rank`);
}
