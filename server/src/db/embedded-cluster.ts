import { createHash, randomBytes } from 'node:crypto';
import { chown, lchown, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, type Launch, type Owner, quietEnvironment, run } from '#db/embedded-launch.ts';
import { StartError } from '#db/start-error.ts';
import { pathExists, syncPath } from '#lib/files.ts';

/** The files of one embedded server below the data folder. */
export interface Cluster {
  folder: string;
  logFile: string;
  portFile: string;
  /** Of the superuser, used for maintenance only. */
  password: string;
  /** Of the role the app signs in as. */
  appPassword: string;
}

// Written into the new cluster's postgresql.conf, where an operator may change them.
const settings = {
  shared_buffers: '128MB',
  max_connections: '200',
  random_page_cost: '1.1',
  // These binaries have only pglz, which makes a like more than half as expensive again.
  wal_compression: 'off',
  // Statements are short, so compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // The detail of an error quotes the row.
  log_error_verbosity: 'terse',
};

/** Creates the cluster on the first start; later only checks it. */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  launch: Launch,
  durable: boolean,
): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const isMade = await pathExists(join(folder, 'PG_VERSION'));
  const secret = await keepSecret(join(dataDir, 'postgres-password'), isMade);
  const cluster: Cluster = {
    folder,
    logFile: join(dataDir, 'postgres.log'),
    portFile: join(dataDir, 'postgres-port'),
    password: secret,
    appPassword: createHash('sha256').update(`gyan ${secret}`).digest('base64url'),
  };
  await removeAbandoned(dataDir);
  if (!isMade) await createCluster(dataDir, cluster, binaries, launch, durable);
  await checkVersion(folder, binaries, launch);
  return cluster;
}

/** Changes the owner of the files to the account that will run the server. */
export async function ownCluster(folder: string, owner: Owner | undefined): Promise<void> {
  const { uid } = await stat(folder);
  if (owner) {
    if (uid !== owner.uid) await changeOwner(folder, owner);
  } else if (process.getuid && uid !== process.getuid()) {
    throw new StartError(
      'The embedded database belongs to another account; start Gyan as that account, or as root.',
    );
  }
}

/** Changes the folder itself last, so that an interrupted change is detected and repeated. */
async function changeOwner(folder: string, owner: Owner): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await changeOwner(path, owner);
    else await lchown(path, owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}

async function createCluster(
  dataDir: string,
  cluster: Cluster,
  binaries: Binaries,
  launch: Launch,
  durable: boolean,
): Promise<void> {
  if ((await pathExists(cluster.folder)) && (await readdir(cluster.folder)).length > 0) {
    throw new StartError(`${cluster.folder} holds something that is not a database; move it away.`);
  }
  // Created in a temporary folder and renamed when complete, so that an interrupted initdb leaves no broken cluster.
  const temporary = join(dataDir, `${temporaryPrefix}${process.pid}`);
  const made = join(temporary, 'cluster');
  const passwordFile = join(temporary, 'password');
  try {
    await mkdir(temporary, { mode: 0o700 });
    await mkdir(made, { mode: 0o700 });
    await writeFile(passwordFile, cluster.password, { mode: 0o600 });
    const { owner } = launch;
    if (owner) {
      await Promise.all([temporary, made, passwordFile].map((path) => chown(path, owner.uid, owner.gid)));
    }
    const child = launch.spawn(
      binaries.initdb,
      [
        `--pgdata=${made}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The built-in locale sorts text equally on every platform and after every upgrade.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
        ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
      ],
      { cwd: dataDir, env: quietEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
    );
    const { code, output } = await run(child);
    if (code !== 0) {
      const reason = /(?:FATAL|error): +(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
      throw new StartError(`The embedded database could not be made: ${withoutStop(reason)}.`);
    }
    await moveIntoPlace(made, cluster.folder);
    if (durable) await syncPath(dataDir);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** If two starts create a cluster at the same time, the second uses the first one's; both have the same password. */
async function moveIntoPlace(made: string, folder: string): Promise<void> {
  try {
    await rename(made, folder);
  } catch (error) {
    if (!(await pathExists(join(folder, 'PG_VERSION')))) throw error;
  }
}

const temporaryPrefix = 'postgres-new-';

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const pid = Number(name.slice(temporaryPrefix.length));
    if (pid === process.pid || !isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Reads the secret, or writes a new one atomically. */
async function keepSecret(file: string, isInUse: boolean): Promise<string> {
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  const known = await read();
  if (known) return known;
  if (isInUse) {
    throw new StartError(`${file} is missing, and the embedded database cannot be opened without it.`);
  }
  const draft = `${file}-${process.pid}`;
  await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    // Without hard links the later of two simultaneous first starts wins.
    if (error.code !== 'EEXIST') await rename(draft, file);
  });
  await rm(draft, { force: true });
  return read();
}

async function checkVersion(folder: string, binaries: Binaries, launch: Launch): Promise<void> {
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  const { output } = await run(
    launch.spawn(binaries.postgres, ['--version'], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const ours = /\) (\d+)/.exec(output)?.[1];
  if (ours && ours !== made) {
    throw new StartError(
      `The embedded database was made by PostgreSQL ${made} and cannot be opened by PostgreSQL ${ours}.`,
    );
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
