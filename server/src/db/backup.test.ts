import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCard, makeUser } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { backUp } from './backup.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './pool.ts';
import { StartError } from './start-error.ts';

const log = pino({ level: 'silent' });
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

let root: string;
let dataDir: string;
let running: Embedded | undefined;
let db: Database;

async function open(folder: string): Promise<void> {
  running = await startEmbedded({ dataDir: folder, log, durable: false });
  db = openDatabase(running.url, { max: 4 });
}

async function close(): Promise<void> {
  await db.close();
  await running?.stop();
  running = undefined;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gyan backup '));
  dataDir = join(root, 'data');
  await open(dataDir);
  await migrate(running?.url ?? '', migrations);
  await db.query(sql`create table pairs (id bigint, half int)`);
});
afterAll(async () => {
  await close();
  await rm(root, { recursive: true, force: true });
});

const picture = (id: number) => join('photos', String(id % 7), `${id}.webp`);

/** As the app does: stores the file before the row that references it. */
async function post(id: number): Promise<void> {
  const file = join(dataDir, 'storage', picture(id));
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `picture ${id}`);
  await db.transaction(async (tx) => {
    await tx.query(sql`insert into pairs values (${id}, 1)`);
    await tx.query(sql`insert into pairs values (${id}, 2)`);
  });
}

it('copies a site that people write to, and the copy is one that can be run, with every picture', async () => {
  const ownerId = await makeUser(db, { role: 'kCreator' });
  const cardId = await makeCard(db, { ownerId, title: 'Kept' });
  let posted = 0;
  const next = async () => {
    posted += 1;
    await post(posted);
  };
  for (let one = 0; one < 20; one += 1) await next();
  const answered = posted;
  const copied = new AbortController();
  const writing = (async () => {
    while (!copied.signal.aborted) {
      await next();
      await sleep(5);
    }
  })();
  const copy = join(root, 'a copy');
  try {
    await backUp(dataDir, copy, [{ from: join(dataDir, 'storage'), as: 'storage' }], false);
  } finally {
    copied.abort();
    await writing;
  }
  await close();
  await rm(dataDir, { recursive: true });

  await open(copy);
  const rows = await db.query<{ id: number; halves: number }>(
    sql`select id, count(*)::int as halves from pairs group by id order by id`,
  );
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([]);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThanOrEqual(answered);
  expect(posted).toBeGreaterThan(answered);
  for (const { id } of rows) {
    expect(await readFile(join(copy, 'storage', picture(id)), 'utf8')).toBe(`picture ${id}`);
  }
  expect(await db.query(sql`select title from cards where id = ${cardId}`)).toEqual([{ title: 'Kept' }]);
  expect(await brokenInvariants(db, ['a score follows its counts'])).toEqual([]);
  // The copy accepts writes and needs no migration.
  await makeCard(db, { ownerId });
  expect(await migrate(running?.url ?? '', migrations)).toEqual([]);
  dataDir = copy;
});

it('copies a site that is not running just the same', async () => {
  await close();
  const copy = join(root, 'a cold copy');
  await backUp(dataDir, copy, [], false);
  await open(copy);
  expect(await db.query(sql`select from cards where title = 'Kept'`)).toHaveLength(1);
});

it('writes over nothing, leaves no half behind under a good name, and knows what is no site', async () => {
  await expect(backUp(dataDir, join(root, 'a copy'), [])).rejects.toThrow('is there already');
  await expect(backUp(root, join(root, 'of nothing'), [])).rejects.toThrow('no embedded database');
  expect((await readdir(root)).toSorted()).toEqual(['a cold copy', 'a copy']);
});

it('fails, and leaves the process running, when its connection breaks', async () => {
  const admin = new URL(running?.url ?? '');
  admin.username = 'postgres';
  admin.password = (await readFile(join(root, 'a cold copy', 'postgres-password'), 'utf8')).trim();
  admin.pathname = 'postgres';
  const administering = openDatabase(admin.href, { max: 1 });
  // Connects now, since the copy takes a fraction of a second.
  await administering.query(sql`select`);
  const failure = backUp(join(root, 'a cold copy'), join(root, 'a broken copy'), [], false).catch(
    (error: unknown) => error,
  );
  const breakConnection = () =>
    administering.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'gyan backup' and state = 'idle' and query like '%pg_backup_start%'`);
  await expect.poll(breakConnection, { interval: 5 }).toHaveLength(1);
  expect(await failure).toBeInstanceOf(StartError);
  await administering.close();
  expect((await readdir(root)).toSorted()).toEqual(['a cold copy', 'a copy']);
});
