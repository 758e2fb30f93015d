import sql, { raw, type Sql } from 'sql-template-tag';
import type { Transaction } from './pool.ts';

/** A table that holds, for each parent, items in an order that people make. All names are written in code, never sent by anybody. */
export interface RankedList {
  table: string;
  /** The column that names the parent, and the table the parents are in. */
  parent: { column: string; table: string /** Where each parent counts its items. */; count?: string };
  /** The column that names the item. */
  item: string;
}

export interface Entry {
  parentId: number;
  itemId: number;
}

export interface Placed {
  /** Where the item stands now, and where all of them stand when the list had to be renumbered. */
  state: { rank: number; rankVec?: { id: number; rank: number }[] };
  /** False when it stood there already. */
  changed: boolean;
}

/**
 * Ranks within these bounds leave room: between two of them there is always a number that is neither, and one more or less is another number.
 * Beyond them a list is renumbered.
 */
const farthest = 2 ** 20;
const closest = 2 ** -30;

/**
 * Puts an item into a list, or moves it there; without a rank to the end. An item that is asked for at a rank somebody else has comes right
 * after that one. Answers nothing when the parent is not there; the item is locked or known to stay by whoever calls.
 */
export async function putInList(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId, rank }: Entry & { rank?: number | null | undefined },
): Promise<Placed | undefined> {
  if (rank != null && !Number.isFinite(rank)) throw new RangeError('A rank is a finite number.');
  if (!(await lockParent(tx, list, parentId))) return undefined;
  const { current, before, after } = await look(tx, list, { parentId, itemId, rank });
  // Adding zero turns the negative one into the other.
  const wanted = rank == null ? lastRank(current, before) : rank + 0;
  const fits = hasRoom(wanted, before, after);
  if (fits && wanted === current) return { state: { rank: wanted }, changed: false };
  await write(tx, list, { parentId, itemId, rank: wanted, added: current === null });
  if (fits) return { state: { rank: wanted }, changed: true };
  const rankVec = await renumber(tx, list, { parentId, itemId });
  const placed = rankVec.find(({ id }) => id === itemId);
  if (!placed) throw new Error('The item that was just put into the list is not in it.');
  return { state: { rank: placed.rank, rankVec }, changed: true };
}

/** Answers whether it was there. */
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

/** Makes a list exactly these items in this order; answers whether that is anything new. The items are there and stay. */
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

/** Everything that changes a list waits here, so that what is read below stays true until the transaction ends. */
async function lockParent(tx: Transaction, { parent }: RankedList, parentId: number): Promise<boolean> {
  const rows = await tx.query(
    sql`select id from ${raw(parent.table)} where id = ${parentId} for no key update`,
  );
  return rows.length > 0;
}

interface Surroundings {
  current: number | null;
  /** The nearest others that are not above and not below the rank; without one, the last of all. */
  before: number | null;
  after: number | null;
}

async function look(
  tx: Transaction,
  list: RankedList,
  { parentId, itemId, rank }: Entry & { rank: number | null | undefined },
): Promise<Surroundings> {
  const [table, parent, item] = [raw(list.table), raw(list.parent.column), raw(list.item)];
  const at = sql`coalesce(${rank ?? null}::float8, 'infinity')`;
  const others = sql`from ${table} where ${parent} = ${parentId} and ${item} <> ${itemId}`;
  const [row] = await tx.query<Surroundings>(sql`
    select (select rank from ${table} where ${parent} = ${parentId} and ${item} = ${itemId}) as current,
      (select max(rank) ${others} and rank <= ${at}) as before,
      (select min(rank) ${others} and rank >= ${at}) as after`);
  if (!row) throw new Error('select returned no row');
  return row;
}

function lastRank(current: number | null, last: number | null): number {
  return current !== null && current > (last ?? -Infinity) ? current : (last ?? 0) + 1;
}

function hasRoom(rank: number, before: number | null, after: number | null): boolean {
  return (
    Math.abs(rank) <= farthest &&
    rank - (before ?? -Infinity) >= closest &&
    (after ?? Infinity) - rank >= closest
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

/** The change and its count as one statement; answers a row for what it changed. */
function counting({ parent }: RankedList, parentId: number, step: 1 | -1, change: Sql): Sql {
  if (parent.count === undefined) return sql`${change} returning true as changed`;
  const [parents, count] = [raw(parent.table), raw(parent.count)];
  return sql`
    with changed as (${change} returning true)
    update ${parents} set ${count} = ${count} + ${step} from changed where id = ${parentId} returning true as changed`;
}

/** One, two, three and so on, in the order there is; where two share a rank, the item that came last is the later one. */
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
