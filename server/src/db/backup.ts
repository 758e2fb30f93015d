import {
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { findPostmaster } from '#db/embedded-postmaster.ts';
import { StartError } from '#db/start-error.ts';

/** A folder of files that is copied beside the database, such as the stored pictures. */
export interface Beside {
  from: string;
  /** Its name in the copy. */
  as: string;
}

/**
 * Copies a data folder, also while the app writes to it, so that the copy is one the app can be started on. What is answered before this
 * begins is in it; what happens meanwhile is in it whole or not at all.
 *
 * Pictures are copied before and after the database: one that is named in the copy was there at the first time, or came in between, and
 * nothing goes within five minutes of coming.
 */
export async function backUp(
  dataDir: string,
  target: string,
  beside: readonly Beside[],
  /** False trades safety in a crash for speed; for tests. */
  durable = true,
): Promise<void> {
  if (await isThere(target)) throw new StartError(`${target} is there already; a copy needs a new name.`);
  const cluster = join(dataDir, 'postgres');
  if (!(await isThere(join(cluster, 'PG_VERSION')))) {
    throw new StartError(`There is no embedded database in ${dataDir}.`);
  }
  // Under another name until it is whole: nobody takes half of one for a copy.
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  for (const { from, as } of beside) await copyFolder(from, join(draft, as), { keep: true, durable });
  await copyCluster(dataDir, cluster, join(draft, 'postgres'), durable);
  for (const { from, as } of beside) await copyFolder(from, join(draft, as), { keep: true, durable });
  await copyWhole(join(dataDir, 'postgres-password'), join(draft, 'postgres-password'), durable);
  await rename(draft, target);
  if (durable) await sync(dirname(target));
}

async function copyCluster(
  dataDir: string,
  cluster: string,
  target: string,
  durable: boolean,
): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) {
    await copyFolder(cluster, target, { leaveOut: isOfARun, durable });
    if (await findPostmaster(cluster))
      throw new StartError('The app was started meanwhile; please try again.');
    return;
  }
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const client = new Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: 'postgres',
    database: 'postgres',
    password,
    application_name: 'gyan backup',
  });
  await client.connect();
  try {
    // As long as this connection lasts, no log of changes goes that the copy needs.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `backup_${process.pid}`,
    ]);
    await client.query(`select pg_backup_start('gyan', true)`);
    await copyFolder(cluster, target, {
      leaveOut: (path) => isOfARun(path) || path.startsWith('pg_wal/'),
      durable,
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    // From where the log of changes has to be read again; without it the copy would be believed as it is.
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    await copyFolder(join(cluster, 'pg_wal'), join(target, 'pg_wal'), { durable });
  } finally {
    await client.end();
  }
}

/** What belongs to the server that runs, or is made anew by the next one. */
function isOfARun(path: string): boolean {
  return /^(?:postmaster\.(?:pid|opts)$|pg_(?:replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|.*(?:^|\/)pgsql_tmp)/.test(
    path,
  );
}

interface CopyOptions {
  /** By its path below the folder, with slashes. */
  leaveOut?: (path: string) => boolean;
  /** What is there already stays as it is. */
  keep?: boolean;
  durable: boolean;
}

async function copyFolder(from: string, to: string, options: CopyOptions, below = ''): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await unlessGone(readdir(from, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = `${below}${entry.name}`;
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (options.leaveOut?.(path)) continue;
    if (entry.isDirectory()) await copyFolder(source, copy, options, `${path}/`);
    else if (!(options.keep && (await isThere(copy)))) {
      // A file may go while it is looked for; the log of changes knows.
      await unlessGone(copyWhole(source, copy, options.durable));
    }
  }
  if (options.durable) await sync(to);
}

async function copyWhole(from: string, to: string, durable: boolean): Promise<void> {
  const half = `${to}.half`;
  await copyFile(from, half, constants.COPYFILE_FICLONE);
  if (durable) await sync(half);
  await rename(half, to);
}

async function sync(path: string): Promise<void> {
  // Windows cannot open a folder and does not need to.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
