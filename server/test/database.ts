import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase, type PoolOptions } from '#db/pool.ts';
import { addressOf, command, dropDatabase } from './database-server.ts';

export interface TestDatabase {
  /** By way of the pooler, if the tests use one. */
  url: string;
  /** Past it. */
  directUrl: string;
  /** What whoever opens `url` has to know. */
  access: Pick<PoolOptions, 'pooled' | 'prepared'>;
  db: Database;
  /** Closes `db` and removes the database, whoever else is still connected. */
  drop(): Promise<void>;
}

/** A fresh, migrated database of the caller's own; give it back with `drop`. */
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
