import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { apart, type Database, type Db, openDatabase, type Transaction } from './pool.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { ...database.access, max: 4 });
  await db.query(sql`create table scraps (name text primary key)`);
});
beforeEach(async () => {
  await db.query(sql`delete from scraps`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const write = (on: Db, name: string) => on.query(sql`insert into scraps values (${name})`);
const names = async (on: Db = db) =>
  (await on.query<{ name: string }>(sql`select name from scraps order by name`)).map(({ name }) => name);
/** As somebody else sees it. */
const namesOutside = () => apart(() => names());

const nothing = async () => {};
const together = <T>(
  work: () => Promise<T>,
  more: { begin?: (tx: Transaction) => Promise<void>; end?: (tx: Transaction) => Promise<void> } = {},
) => db.together({ begin: nothing, end: nothing, ...more, work });

function expectNobodyConnected(): void {
  expect(db.pool.idleCount).toBe(db.pool.totalCount);
  expect(db.pool.waitingCount).toBe(0);
}

it('commits transactions, single statements, the beginning and the end as one', async () => {
  await together(
    async () => {
      await write(db, 'statement');
      await db.transaction(async (tx) => write(tx, 'transaction'));
      expect(await names()).toEqual(['begin', 'statement', 'transaction']);
      expect(await namesOutside()).toEqual([]);
    },
    {
      begin: async (tx) => void (await write(tx, 'begin')),
      end: async (tx) => void (await write(tx, 'end')),
    },
  );
  expect(await names()).toEqual(['begin', 'end', 'statement', 'transaction']);
  expectNobodyConnected();
});

it.each(['work', 'end'])('leaves nothing behind when the %s fails', async (step) => {
  const fail = async () => {
    throw new Error('no');
  };
  const writing = together(
    async () => {
      await db.transaction(async (tx) => write(tx, 'a'));
      await write(db, 'b');
      if (step === 'work') await fail();
    },
    step === 'end' ? { end: fail } : {},
  );
  await expect(writing).rejects.toThrow('no');
  expect(await names()).toEqual([]);
  expectNobodyConnected();
});

it('begins nothing, and holds no connection, while all is reading', async () => {
  let began = 0;
  const count = async () => {
    began += 1;
  };
  await together(
    async () => {
      await names();
      expectNobodyConnected();
    },
    { begin: count, end: count },
  );
  expect(began).toBe(0);
});

it('lets a part fail and be done another way', async () => {
  await write(db, 'taken');
  await together(async () => {
    await expect(db.transaction(async (tx) => write(tx, 'taken'))).rejects.toThrow('duplicate key');
    await expect(write(db, 'taken')).rejects.toThrow('duplicate key');
    await write(db, 'free');
  });
  expect(await names()).toEqual(['free', 'taken']);
});

it('does parts that are asked for at once one after the other', async () => {
  await write(db, 'taken');
  await together(async () => {
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => write(db, name)),
      db.transaction(async (tx) => {
        await write(tx, 'd');
        // Asking for the whole from inside of a part must not wait for that part.
        expect(await names()).toContain('d');
        await db.transaction(async (inner) => write(inner, 'e'));
      }),
      expect(write(db, 'taken')).rejects.toThrow('duplicate key'),
    ]);
  });
  expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e', 'taken']);
});

it('keeps what was written apart, whatever becomes of the rest', async () => {
  const writing = together(async () => {
    await apart(() => write(db, 'apart'));
    await write(db, 'joined');
    throw new Error('no');
  });
  await expect(writing).rejects.toThrow('no');
  expect(await names()).toEqual(['apart']);
});

it('ends with what was said at the beginning, even where nobody listens', async () => {
  const begin = async () => {
    throw new Error('refused');
  };
  const swallowing = together(async () => void (await write(db, 'a').catch(() => {})), { begin });
  await expect(swallowing).rejects.toThrow('refused');
  const renaming = together(
    async () => {
      await write(db, 'a').catch(() => {
        throw new Error('another name');
      });
    },
    { begin },
  );
  await expect(renaming).rejects.toThrow('refused');
  expect(await names()).toEqual([]);
  expectNobodyConnected();
});

it('goes on without a connection that breaks', async () => {
  const writing = together(async () => {
    await write(db, 'a');
    const [row] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await apart(() => db.query(sql`select pg_terminate_backend(${row?.pid})`));
    await write(db, 'b');
  });
  await expect(writing).rejects.toThrow(/terminat|connection error/);
  expect(await names()).toEqual([]);
  await together(async () => void (await write(db, 'c')));
  expect(await names()).toEqual(['c']);
});

it('waits for what nobody waited for, and lets nothing join afterwards', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await together(async () => {
    await write(db, 'a');
    void db.transaction(async (tx) => {
      await tx.query(sql`select pg_sleep(0.05)`);
      await write(tx, 'forgotten');
    });
    late = new Promise((resolve) => {
      setTimeout(resolve, 200);
    }).then(() => write(db, 'late'));
  });
  expect(await names()).toEqual(['a', 'forgotten']);
  await late;
  expect(await names()).toEqual(['a', 'forgotten', 'late']);
});
