import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#db/pool.ts';

export interface TestDatabase {
  url: string;
  db: Database;
  /** Closes `db` and removes the database, whoever else is still connected. */
  drop(): Promise<void>;
}

/** A fresh, migrated database of the caller's own; give it back with `drop`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `gyan_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await command(server.url, `create database ${name} template ${server.template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, { applicationName: 'gyan test', max: 5 });
  return {
    url: url.href,
    db,
    async drop() {
      await db.close();
      await command(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

async function command(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
