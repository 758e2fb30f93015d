import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { retryOnDeadlock } from './retry-on-deadlock.ts';

// Any fixed number; every process of every version must use the same one.
const migrationLock = 4_726_001;

const fileName = /^(\d{4})-[a-z0-9-]+\.(?:sql|ts)$/;

/** A step in SQL, or in TypeScript what SQL cannot do. */
type Step = (client: pg.Client) => Promise<unknown>;

/**
 * Runs the migrations that have not run yet, each in its own transaction together with the row
 * that remembers it, so that a process killed half-way leaves a whole number of them behind.
 * Returns the names of those it ran.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'gyan migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection shows itself at the next statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `create table if not exists migrations (
         name text primary key,
         ran_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const ran: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      const step = await readStep(join(folder, name));
      // A process of the release before may hold what this needs and wait for what it has.
      await retryOnDeadlock(() => runMigration(client, name, step)).catch((error: Error) => {
        throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error });
      });
      ran.push(name);
    }
    return ran;
  } finally {
    await client.end();
  }
}

async function runMigration(client: pg.Client, name: string, step: Step): Promise<void> {
  await client.query('begin');
  try {
    await step(client);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function readStep(path: string): Promise<Step> {
  if (path.endsWith('.ts')) {
    const { step } = (await import(pathToFileURL(path).href)) as { step: Step };
    return step;
  }
  const sql = await readFile(path, 'utf8');
  return (client) => client.query(sql);
}

/** Answers whether every migration in the folder has run; what readiness asks. */
export async function pendingMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map((row) => row.name));
  return files.filter((file) => !done.has(file));
}

async function listMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:sql|ts)$/.test(name)).toSorted();
  const bad = names.find((name) => !fileName.test(name));
  if (bad) throw new Error(`Migration ${bad} must be named like 0001-words.sql or 0001-words.ts.`);
  return names;
}
