import { constants, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPostmaster } from '#db/embedded-postmaster.ts';
import { newClient } from '#db/new-client.ts';
import { StartError } from '#db/start-error.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';
import { pathExists, syncPath } from '#lib/files.ts';

/** A folder of files that is copied with the database, such as the stored pictures. */
export interface ExtraFolder {
  from: string;
  /** Its name in the copy. */
  as: string;
}

/**
 * Copies a data folder, also while the app writes to it: everything committed before the start, and each later
 * transaction completely or not at all. Pictures are copied before and after the database. A picture that the copied
 * rows name existed at one of these times, because none is deleted within five minutes of its creation.
 */
export async function backUp(
  dataDir: string,
  target: string,
  folders: readonly ExtraFolder[],
  /** False skips fsync; for tests. */
  durable = true,
): Promise<void> {
  if (await pathExists(target)) throw new StartError(`${target} is there already; a copy needs a new name.`);
  const cluster = join(dataDir, 'postgres');
  if (!(await pathExists(join(cluster, 'PG_VERSION')))) {
    throw new StartError(`There is no embedded database in ${dataDir}.`);
  }
  // Renamed when complete, so that an incomplete copy is never taken for a backup.
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    for (const { from, as } of folders) await copyFolder(from, join(draft, as), { keep: true, durable });
    await copyCluster(dataDir, cluster, join(draft, 'postgres'), durable);
    for (const { from, as } of folders) await copyFolder(from, join(draft, as), { keep: true, durable });
    await copyWhole(join(dataDir, 'postgres-password'), join(draft, 'postgres-password'), durable);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await rename(draft, target);
  if (durable) await syncPath(dirname(target));
}

async function copyCluster(
  dataDir: string,
  cluster: string,
  target: string,
  durable: boolean,
): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) {
    await copyFolder(cluster, target, { leaveOut: isRuntimeFile, durable });
    if (await findPostmaster(cluster))
      throw new StartError('The app was started meanwhile; please try again.');
    return;
  }
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const client = newClient({
    host: '127.0.0.1',
    port: postmaster.port,
    user: 'postgres',
    database: 'postgres',
    password,
    application_name: 'gyan backup',
  });
  try {
    await client.connect();
    // A temporary slot keeps the WAL that the copy needs, for as long as this connection is open.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `backup_${process.pid}`,
    ]);
    await client.query(`select pg_backup_start('gyan', true)`);
    await copyFolder(cluster, target, {
      leaveOut: (path) => isRuntimeFile(path) || path.startsWith('pg_wal/'),
      durable,
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    // Tells recovery where to start in the WAL; without it the copy would be inconsistent.
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    await copyFolder(join(cluster, 'pg_wal'), join(target, 'pg_wal'), { durable });
    // Fails if the connection broke meanwhile: WAL that the copy needs may be gone with its slot.
    await client.query('select');
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartError(`The database could not be copied: ${(error as Error).message}.`);
  } finally {
    await client.end();
  }
}

/** Files of the running server, or that the next start creates again. */
function isRuntimeFile(path: string): boolean {
  return /^(?:postmaster\.(?:pid|opts)$|pg_(?:replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|.*(?:^|\/)pgsql_tmp)/.test(
    path,
  );
}

interface CopyOptions {
  /** Gets the path relative to the folder, with slashes. */
  leaveOut?: (path: string) => boolean;
  /** Does not replace existing files. */
  keep?: boolean;
  durable: boolean;
}

async function copyFolder(from: string, to: string, options: CopyOptions, below = ''): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await unlessMissing(readdir(from, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = `${below}${entry.name}`;
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (options.leaveOut?.(path)) continue;
    if (entry.isDirectory()) await copyFolder(source, copy, options, `${path}/`);
    else if (!(options.keep && (await pathExists(copy)))) {
      // A file may be deleted meanwhile; the WAL contains that.
      await unlessMissing(copyWhole(source, copy, options.durable));
    }
  }
  if (options.durable) await syncPath(to);
}

async function copyWhole(from: string, to: string, durable: boolean): Promise<void> {
  const half = `${to}.half`;
  await copyFile(from, half, constants.COPYFILE_FICLONE);
  if (durable) await syncPath(half);
  await rename(half, to);
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
