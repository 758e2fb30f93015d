import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type FaultProxy, startFaultProxy } from '../../../torture/support/fault-proxy.ts';
import { type Database, openDatabase } from './pool.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

let database: TestDatabase;
let way: FaultProxy;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`create table words (word text)`);
  const url = new URL(database.directUrl);
  way = await startFaultProxy({ port: Number(url.port) });
  url.port = String(way.port);
  db = openDatabase(url.href, { answerTimeoutMs: 400, connectTimeoutMs: 400, max: 3 });
});

afterEach(() => way.set({ kind: 'none' }));

afterAll(async () => {
  await db.close();
  await way.stop();
  await database.drop();
});

async function isStored(word: string): Promise<boolean> {
  const rows = await database.db.query(sql`select from words where word = ${word}`);
  return rows.length === 1;
}

/** The error of `work`, and how long it took. */
async function failure(work: () => Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const begun = performance.now();
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - begun };
}

it.each([{ kind: 'swallow' }, { kind: 'drip', ms: 100 }] as const)(
  'gives up on answers that do not come ($kind), and starts afresh',
  async (fault) => {
    await db.query(sql`select 1`);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const failed = await Promise.all([
      failure(() =>
        db.transaction(async (tx) => {
          await tx.query(sql`insert into words values ('half')`);
          await way.set(fault);
          begin();
          await tx.query(sql`insert into words values ('a')`);
        }),
      ),
      failure(async () => {
        await begun;
        await db.query(sql`select 1`);
      }),
    ]);
    for (const { error, ms } of failed) {
      expect(isDatabaseUnavailable(error), String(error)).toBe(true);
      // Not twice as long: the rollback does not wait for an answer.
      expect(ms).toBeLessThan(1_500);
    }
    await way.set({ kind: 'none' });
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(await isStored('half')).toBe(false);
    expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
  },
);

it('says that something went wrong when the news of a commit is lost, and keeps what was committed', async () => {
  await db.query(sql`select 1`);
  await way.set({ kind: 'commit', ofSingles: 0 });
  const { error } = await failure(() =>
    db.transaction((tx) => tx.query(sql`insert into words values ('kept')`)),
  );
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  expect(await isStored('kept')).toBe(true);
});

it.each(['and commits', 'and rolls back'] as const)(
  'lets what is known to take long take long, and nothing after it: %s',
  async (how) => {
    const long = () =>
      db.transaction(async (tx) => {
        await tx.allow(3_000);
        await tx.query(sql`select pg_sleep(0.7)`);
        if (how === 'and rolls back') throw new Error('refused');
      });
    const { ms } = await failure(long);
    expect(ms).toBeGreaterThan(650);
    const { error } = await failure(() => db.transaction((tx) => tx.query(sql`select pg_sleep(0.7)`)));
    expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  },
);
