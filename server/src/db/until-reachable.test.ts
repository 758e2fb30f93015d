import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { closeDeps, migrationsFolder, openDeps } from '#deps.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { type FaultProxy, startFaultProxy } from '../../../torture/support/fault-proxy.ts';
import { checkConnection, UnreachableError } from './check-connection.ts';
import { migrate } from './migrate.ts';
import { untilReachable } from './until-reachable.ts';

let database: TestDatabase;
let way: FaultProxy;
let url: URL;
let log: ReturnType<typeof recordingLog>;

beforeAll(async () => {
  database = await createTestDatabase();
  url = new URL(database.directUrl);
  way = await startFaultProxy({ port: Number(url.port) });
  url.port = String(way.port);
});
beforeEach(() => {
  log = recordingLog();
});
afterAll(async () => {
  await way.stop();
  await database.drop();
});

it('waits for a server that does not listen yet, and goes on when it does', async () => {
  await way.set({ kind: 'down' });
  const checked = untilReachable(() => checkConnection(url.href), { log });
  await expect.poll(() => log.lines.length).toBeGreaterThan(0);
  await way.set({ kind: 'none' });
  await checked;
  expect(JSON.stringify(log.lines)).not.toContain(url.password);
});

it('migrates when a connection has broken on the way', async () => {
  await way.set({ kind: 'cut' });
  const migrated = untilReachable(() => migrate(url.href, migrationsFolder), { log });
  await expect.poll(() => log.lines.length).toBeGreaterThan(0);
  await way.set({ kind: 'none' });
  expect(await migrated).toEqual([]);
});

it('opens a process when the first connection took too long', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gyan-test-'));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, 'test');
  await way.set({ kind: 'swallow' });
  const opening = openDeps(config, url.href);
  await expect.poll(() => way.open, { timeout: 5_000 }).toBe(1);
  await expect.poll(() => way.open, { timeout: 10_000, interval: 20 }).toBe(0);
  await way.set({ kind: 'none' });
  const deps = await opening;
  // The next query needs no new connection.
  expect(deps.db.pool.idleCount).toBe(1);
  expect(await deps.db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await closeDeps(deps);
  await rm(folder, { recursive: true, force: true });
});

it('ends when nobody comes for long enough, and says at once that we are not let in', async () => {
  await way.set({ kind: 'down' });
  const waiting = untilReachable(() => checkConnection(url.href), { log, timeoutMs: 500 });
  await expect(waiting).rejects.toBeInstanceOf(UnreachableError);
  expect(log.lines.length).toBeGreaterThan(0);

  await way.set({ kind: 'none' });
  const wrongUser = new URL(url);
  wrongUser.password = 'not-the-password';
  const before = log.lines.length;
  await expect(untilReachable(() => checkConnection(wrongUser.href), { log })).rejects.toThrow('refuses');
  await expect(untilReachable(() => migrate(wrongUser.href, migrationsFolder), { log })).rejects.toThrow(
    'password',
  );
  expect(log.lines).toHaveLength(before);
});
