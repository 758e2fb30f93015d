import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase, type PoolOptions } from '#db/pool.ts';
import { addressOf, command, dropDatabase } from './database-server.ts';

export interface TestDatabase {
  /** Through the pooler, if the tests use one. */
  url: string;
  /** Without the pooler. */
  directUrl: string;
  /** Pool options for `url`. */
  access: Pick<PoolOptions, 'pooled' | 'prepared'>;
  db: Database;
  /** Closes `db` and drops the database, even if other connections are open. */
  drop(): Promise<void>;
}

/** A new, migrated database; the caller must call `drop`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `gyan_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await command(server.url, `create database ${name} template ${server.template}`);
  const { pooler } = server;
  const url = addressOf(pooler?.url ?? server.url, name);
  const access = { pooled: pooler !== undefined, prepared: pooler?.keepsPrepared ?? true };
  const db = openDatabase(url, { ...access, applicationName: 'gyan test', max: 5 });
  return {
    url,
    directUrl: addressOf(server.url, name),
    access,
    db,
    async drop() {
      await db.close();
      await dropDatabase(server.url, name);
    },
  };
}
