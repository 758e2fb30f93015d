import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Transaction } from './pool.ts';
import {
  type CountedList,
  type PutResult,
  putInList,
  type RankedList,
  setList,
  takeFromEveryList,
  takeFromList,
} from './ranked-list.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.pool.query(`
    create table shelves (id bigint generated always as identity primary key, book_count integer not null default 0);
    create table shelf_books (
      shelf_id bigint not null references shelves (id),
      book_id bigint not null,
      rank double precision not null check (rank > '-infinity' and rank < 'infinity'),
      primary key (shelf_id, book_id)
    );
    create index on shelf_books (shelf_id, rank, book_id)`);
});
afterAll(() => database.drop());

const shelfBooks: CountedList = {
  table: 'shelf_books',
  parent: { column: 'shelf_id', table: 'shelves', count: 'book_count' },
  item: 'book_id',
};

async function newShelf(): Promise<number> {
  const [row] = await database.db.query<{ id: number }>(sql`insert into shelves default values returning id`);
  return row?.id ?? 0;
}

const put = async (parentId: number, itemId: number, rank?: number | null): Promise<PutResult> => {
  const placed = await database.db.transaction((tx) => putInList(tx, shelfBooks, { parentId, itemId, rank }));
  if (!placed) throw new Error('no such shelf');
  return placed;
};
const take = (parentId: number, itemId: number) =>
  database.db.transaction((tx) => takeFromList(tx, shelfBooks, { parentId, itemId }));

const listItems = (shelfId: number) =>
  database.db.query<{ id: number; rank: number }>(
    sql`select book_id as id, rank from shelf_books where shelf_id = ${shelfId} order by rank, book_id`,
  );

/** The books in order, after checking that ranks are unique and the count is right. */
async function booksOn(shelfId: number): Promise<number[]> {
  const books = await listItems(shelfId);
  expect(new Set(books.map(({ rank }) => rank)).size).toBe(books.length);
  expect(books.every(({ rank }) => Number.isFinite(rank) && !Object.is(rank, -0))).toBe(true);
  const [shelf] = await database.db.query<{ book_count: number }>(
    sql`select book_count from shelves where id = ${shelfId}`,
  );
  expect(shelf?.book_count).toBe(books.length);
  return books.map(({ id }) => id);
}

/** The rank that a client sends: the average of the neighbours, or one beyond the end. */
function rankAt(ranks: readonly number[], index: number): number {
  const [before, after] = [ranks[index - 1], ranks[index]];
  if (before === undefined) return (after ?? 0) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

describe('a list in the order people make', () => {
  it('appends without a rank, from one on, and leaves the last item where it is', async () => {
    const shelf = await newShelf();
    expect((await put(shelf, 1)).state).toEqual({ rank: 1 });
    expect((await put(shelf, 2, null)).state).toEqual({ rank: 2 });
    expect(await put(shelf, 2)).toEqual({ state: { rank: 2 }, changed: false, added: false });
    expect(await put(shelf, 1)).toEqual({ state: { rank: 3 }, changed: true, added: false });
    expect(await booksOn(shelf)).toEqual([2, 1]);
    expect([await take(shelf, 2), await take(shelf, 2)]).toEqual([true, false]);
    expect(await booksOn(shelf)).toEqual([1]);
  });

  it('loses items that are taken out of every list, and keeps its count right', async () => {
    const [one, other, third] = [await newShelf(), await newShelf(), await newShelf()];
    for (const book of [91, 92, 93]) await put(one, book);
    await put(other, 92);
    await put(third, 93);
    await database.db.transaction((tx) => takeFromEveryList(tx, shelfBooks, [91, 92]));
    expect([await booksOn(one), await booksOn(other), await booksOn(third)]).toEqual([[93], [], [93]]);
  });

  it('keeps both where two want the same place, the later one after the earlier, and says where all are', async () => {
    const shelf = await newShelf();
    for (const [book, rank] of [
      [1, -7.5],
      [2, 4],
      [3, 10],
    ] as const)
      expect((await put(shelf, book, rank)).state).toEqual({ rank });
    expect(await put(shelf, 4, 4)).toEqual({
      state: {
        rank: 3,
        rankVec: [
          { id: 1, rank: 1 },
          { id: 2, rank: 2 },
          { id: 4, rank: 3 },
          { id: 3, rank: 4 },
        ],
      },
      changed: true,
      added: true,
    });
    expect(await booksOn(shelf)).toEqual([1, 2, 4, 3]);
    expect(await put(shelf, 4, 3)).toEqual({ state: { rank: 3 }, changed: false, added: false });
  });

  it.each([-0, 5e-324, -5e-324, 1e308, -1e308, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, 0.1 + 0.2])(
    'has room around an item that was asked for at %d',
    async (rank) => {
      const shelf = await newShelf();
      await put(shelf, 1, 0);
      await put(shelf, 2, rank);
      expect(await booksOn(shelf)).toEqual(rank < 0 ? [2, 1] : [1, 2]);
      for (const [book, at] of [
        [3, 0],
        [4, 2],
        [5, 4],
      ] as const) {
        const ranks = (await listItems(shelf)).map((one) => one.rank);
        await put(shelf, book, rankAt(ranks, at));
        expect((await booksOn(shelf)).indexOf(book)).toBe(at);
      }
    },
  );

  it('takes no number that is none, and nothing where there is no list', async () => {
    const shelf = await newShelf();
    for (const rank of [Number.NaN, Infinity, -Infinity])
      await expect(put(shelf, 1, rank)).rejects.toThrow('A rank is a finite number.');
    expect(await booksOn(shelf)).toEqual([]);
    await expect(put(999_999_999, 1)).rejects.toThrow('no such shelf');
    expect(await take(999_999_999, 1)).toBe(false);
  });

  it('knows one zero', async () => {
    const shelf = await newShelf();
    expect((await put(shelf, 1, -0)).state).toEqual({ rank: 0 });
    expect(await booksOn(shelf)).toEqual([1]);
  });

  it('counts only where there is a count', async () => {
    const shelf = await newShelf();
    const uncounted: RankedList = { ...shelfBooks, parent: { column: 'shelf_id', table: 'shelves' } };
    await database.db.transaction(async (tx) => {
      const placed = await putInList(tx, uncounted, { parentId: shelf, itemId: 1 });
      expect(placed).toEqual({ state: { rank: 1 }, changed: true, added: true });
      expect(await setList(tx, uncounted, shelf, [2, 3])).toBe(true);
      expect(await takeFromList(tx, uncounted, { parentId: shelf, itemId: 2 })).toBe(true);
      expect(await takeFromList(tx, uncounted, { parentId: shelf, itemId: 2 })).toBe(false);
    });
    expect(await listItems(shelf)).toEqual([{ id: 3, rank: 2 }]);
    expect(await database.db.query(sql`select book_count from shelves where id = ${shelf}`)).toEqual([
      { book_count: 0 },
    ]);
  });

  it('does whatever one pair of hands does with it, as a simple list would', async () => {
    const hand = fc.record({
      what: fc.constantFrom('drag', 'drag', 'append', 'take'),
      book: fc.integer({ min: 1, max: 8 }),
      at: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(hand, { maxLength: 40 }), async (hands) => {
        const shelf = await newShelf();
        let model: number[] = [];
        for (const { what, book, at } of hands) {
          const others = model.filter((one) => one !== book);
          if (what === 'take') {
            expect(await take(shelf, book)).toBe(model.includes(book));
            model = others;
          } else if (what === 'append') {
            await put(shelf, book);
            model = [...others, book];
          } else {
            const index = Math.min(at, others.length);
            const ranks = (await listItems(shelf)).filter(({ id }) => id !== book).map(({ rank }) => rank);
            await put(shelf, book, rankAt(ranks, index));
            model = others.toSpliced(index, 0, book);
          }
        }
        expect(await booksOn(shelf)).toEqual(model);
      }),
      { numRuns: 25 },
    );
  });

  it('keeps a rank as far out and as close to another as leaves room, and renumbers beyond', async () => {
    const shelf = await newShelf();
    expect((await put(shelf, 1, 2 ** 20)).state).toEqual({ rank: 2 ** 20 });
    expect((await put(shelf, 2, 2 ** 20 + 1)).state.rankVec).toHaveLength(2);
    expect((await put(shelf, 3, 1 - 2 ** -30)).state).toEqual({ rank: 1 - 2 ** -30 });
    expect((await put(shelf, 4, 1 + 2 ** -30)).state).toEqual({ rank: 1 + 2 ** -30 });
    expect((await put(shelf, 5, 1 + 2 ** -31)).state.rankVec).toHaveLength(5);
    expect((await put(shelf, 6, 3 - 2 ** -31)).state.rankVec).toHaveLength(6);
    expect(await booksOn(shelf)).toEqual([3, 1, 6, 5, 4, 2]);
  });

  it('leaves the last one where it is, however far from the others', async () => {
    const shelf = await newShelf();
    await put(shelf, 1, 1);
    await put(shelf, 2, 7);
    expect(await put(shelf, 2)).toEqual({ state: { rank: 7 }, changed: false, added: false });
    expect(await put(shelf, 1)).toEqual({ state: { rank: 8 }, changed: true, added: false });
  });

  it('becomes exactly what it is set to, and says whether that is anything new', async () => {
    const shelf = await newShelf();
    const set = (ids: number[], parentId = shelf) =>
      database.db.transaction((tx) => setList(tx, shelfBooks, parentId, ids));
    for (const ids of [[1, 2, 3], [3, 1, 2], [2, 1], [2, 4], [2], [], [5, 6]]) {
      expect([ids, await set(ids)]).toEqual([ids, true]);
      expect([ids, await set(ids)]).toEqual([ids, false]);
      expect(await booksOn(shelf)).toEqual(ids);
    }
    expect(await set([1], 999_999)).toBe(false);
  });

  it('stays right through two thousand insertions at one spot', async () => {
    const shelf = await newShelf();
    await put(shelf, 1);
    await put(shelf, 2);
    let renumbered = 0;
    // Like a client that keeps up: it knows the two neighbours, and all ranks after a renumbering.
    let [low, high] = [1, 2];
    const insert = async (tx: Transaction, book: number) => {
      const middle = (low + high) / 2;
      expect(middle > low && middle < high).toBe(true);
      const placed = await putInList(tx, shelfBooks, { parentId: shelf, itemId: book, rank: middle });
      const { rank = Number.NaN, rankVec } = placed?.state ?? {};
      low = rank;
      if (!rankVec) return;
      renumbered += 1;
      high = rankVec[rankVec.findIndex(({ id }) => id === book) + 1]?.rank ?? Number.NaN;
    };
    for (let first = 3; first <= 2_002; first += 100) {
      await database.db.transaction(async (tx) => {
        for (let book = first; book < first + 100; book += 1) await insert(tx, book);
      });
    }
    expect(renumbered).toBeGreaterThan(10);
    const between = Array.from({ length: 2_000 }, (_, index) => index + 3);
    expect(await booksOn(shelf)).toEqual([1, ...between, 2]);
    // Many statements in series, which a busy machine slows down.
  }, 60_000);

  it('waits for whoever is at a list before it touches anything in it', async () => {
    const shelf = await newShelf();
    await put(shelf, 1);
    const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const { taking, free } = await database.db.transaction(async (tx) => {
      await putInList(tx, shelfBooks, { parentId: shelf, itemId: 2 });
      const taken = take(shelf, 1);
      await expect.poll(() => database.db.query(waiting)).toHaveLength(1);
      const untouched = await tx.query(
        sql`select book_id from shelf_books where shelf_id = ${shelf} for update skip locked`,
      );
      return { taking: taken, free: untouched.length };
    });
    expect([await taking, free]).toEqual([true, 2]);
    expect(await booksOn(shelf)).toEqual([2]);
  });

  it('serves several at once, one after the other', async () => {
    const shelf = await newShelf();
    await Promise.all(Array.from({ length: 20 }, (_, index) => put(shelf, index + 1, 5)));
    expect((await booksOn(shelf)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    await Promise.all(Array.from({ length: 20 }, (_, index) => take(shelf, index + 1)));
    expect(await booksOn(shelf)).toEqual([]);
  });
});
