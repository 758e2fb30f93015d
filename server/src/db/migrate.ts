import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { adopt, finishAdoption } from './adopt.ts';
import { lockIds } from './lock-ids.ts';
import { newClient } from './new-client.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import { StartError } from './start-error.ts';

const numberedName = /^\d{4}-[a-z0-9-]+\.sql$/;

interface MigrationFile {
  /** Relative to the folder of migrations. */
  name: string;
  sql: string;
  checksum: string;
}

interface Migrations {
  /** Run once, in the order of their numbers. */
  numbered: MigrationFile[];
  /** Functions with their triggers, and views. Run after the numbered files, and again when they change. */
  functions: MigrationFile[];
}

/** Runs the files that have not run yet and the functions that changed, in one transaction. Returns their names. */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = newClient({
    connectionString: url,
    application_name: 'gyan migrate',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockIds.migration]);
    // Processes of the previous version go on working and may take locks in another order.
    return await retryOnDeadlock(() => runInTransaction(client, migrations, folder));
  } finally {
    await client.end();
  }
}

async function runInTransaction(
  client: pg.Client,
  migrations: Migrations,
  folder: string,
): Promise<string[]> {
  await client.query('begin');
  try {
    const isAdopted = await adopt(client, migrations.numbered);
    await client.query(
      `create table if not exists migrations (
         name text primary key,
         checksum text not null,
         ran_at timestamptz not null default now()
       )`,
    );
    const ran = await runFiles(client, migrations);
    if (isAdopted) await finishAdoption(client, folder);
    await client.query('commit');
    return ran;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function runFiles(client: pg.Client, { numbered, functions }: Migrations): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const edited = numbered.find(({ name, checksum }) => (done.get(name) ?? checksum) !== checksum);
  if (edited) {
    throw new StartError(
      `Migration ${edited.name} was changed after it ran; restore it and write the change as a migration with a new number.`,
    );
  }
  const ran: string[] = [];
  const run = async (file: MigrationFile) => {
    if (done.get(file.name) === file.checksum) return;
    for (const needed of neededFunctions(file, functions)) await run(needed);
    await client.query(file.sql).catch((error: Error) => {
      error.message = `Migration ${file.name} failed: ${error.message}`;
      throw error;
    });
    await client.query(
      `insert into migrations (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, ran_at = now()`,
      [file.name, file.checksum],
    );
    done.set(file.name, file.checksum);
    ran.push(file.name);
  };
  for (const file of numbered) await run(file);
  // An older process that starts again on the database of a newer one leaves the newer functions as they are.
  const isNewer = [...done.keys()].some(
    (name) => numberedName.test(name) && name > (numbered.at(-1)?.name ?? ''),
  );
  if (!isNewer) for (const file of functions) await run(file);
  return ran;
}

/** The functions that a line `-- needs: <name> <name>` says must exist before the file runs. */
function neededFunctions(file: MigrationFile, functions: readonly MigrationFile[]): MigrationFile[] {
  const names = /^-- needs: (.+)$/m.exec(file.sql)?.[1]?.split(' ') ?? [];
  return names.map((name) => {
    const found = functions.find((other) => other.name === `functions/${name}.sql`);
    if (!found) throw new Error(`${file.name} needs functions/${name}.sql, which does not exist.`);
    return found;
  });
}

/** The numbered files that have not run yet, for readiness. */
export async function pendingMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !done.has(name));
}

async function readMigrations(folder: string): Promise<Migrations> {
  const paths = await readdir(folder, { recursive: true });
  const names = paths.filter((path) => path.endsWith('.sql')).map((path) => path.replaceAll('\\', '/'));
  const files = await Promise.all(names.toSorted().map((name) => readMigration(folder, name)));
  const numbered = files.filter(({ name }) => !name.startsWith('functions/'));
  for (const [index, { name }] of numbered.entries()) {
    if (!numberedName.test(name))
      throw new StartError(`Migration ${name} must be named like 0001-words.sql.`);
    const before = numbered[index - 1]?.name;
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new StartError(
        `Migrations ${before} and ${name} have the same number; give one of them the next free one.`,
      );
    }
  }
  return { numbered, functions: files.filter(({ name }) => name.startsWith('functions/')) };
}

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(folder, name), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
