import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../server/src/db/pool.ts';
import { brokenInvariants } from '../../server/test/invariants.ts';

/** Superuser URL of the embedded database in a data folder. */
export async function databaseUrl(dataDir: string): Promise<string> {
  const [port, password] = await Promise.all(
    ['postgres-port', 'postgres-password'].map(async (name) =>
      (await readFile(join(dataDir, name), 'utf8')).trim(),
    ),
  );
  return `postgres://postgres:${password}@127.0.0.1:${port}/gyan`;
}

export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(await databaseUrl(dataDir), {
    max: 2,
    applicationName: 'torture',
    statementTimeoutMs: 60_000,
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const note = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(note.split('\n')[0]);
}

/** Broken invariants that remain after `maxWaitMs`; background jobs restore some of them. */
export async function waitForInvariants(db: Database, maxWaitMs = 5_000): Promise<string[]> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const broken = await brokenInvariants(db);
    if (broken.length === 0 || performance.now() > deadline) return broken;
    await sleep(100);
  }
}
