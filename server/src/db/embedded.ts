import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { type Cluster, ownCluster, prepareCluster } from '#db/embedded-cluster.ts';
import { type Binaries, chooseLaunch, findBinaries, type Launch } from '#db/embedded-launch.ts';
import {
  choosePort,
  endPostmaster,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  readPort,
} from '#db/embedded-postmaster.ts';
import { lockIds } from '#db/lock-ids.ts';
import { newClient } from '#db/new-client.ts';
import { StartError } from '#db/start-error.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** False skips fsync; for tests. */
  durable?: boolean;
}

export interface Embedded {
  url: string;
  /** Whether a server left running by a killed app was taken over. */
  adopted: boolean;
  /** Resolves when the server has ended for good: with undefined after `stop`, otherwise with the reason. */
  exited: Promise<Error | undefined>;
  /** Stops the server, also one that was adopted. */
  stop(budgetMs?: number): Promise<void>;
}

interface LaunchContext {
  cluster: Cluster;
  binaries: Binaries;
  launch: Launch;
  durable: boolean;
  log: EmbeddedOptions['log'];
}

/** A server whose data folder is locked for as long as `lockClient` is connected. */
interface LockedServer {
  postmaster: Postmaster;
  adopted: boolean;
  lockClient: Client;
  /** Resolves when its connection ends. */
  lost: Promise<void>;
}

const lockTimeoutMs = 3_000;
// A server that was found may be frozen; one that was just started may be slow.
const connectTimeoutMs = { found: 4_000, started: 30_000 };
const busyTimeoutMs = 30_000;

class FolderTaken extends StartError {}

/**
 * Starts PostgreSQL on the data folder, or takes over one that a killed app left running, and keeps it running until
 * `stop`: a server that crashes is started again on the same port, so that pools can reconnect.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true } = options;
  await mkdir(options.dataDir, { recursive: true }).catch((error: Error) => {
    throw new StartError(`The data folder cannot be made: ${error.message}.`);
  });
  const dataDir = await realpath(options.dataDir);
  const binaries = await findBinaries();
  const launch = await chooseLaunch(binaries, dataDir);
  const cluster = await prepareCluster(dataDir, binaries, launch, durable);
  const context: LaunchContext = { cluster, binaries, launch, durable, log };

  let server = await acquireServer(context, undefined);
  try {
    await createAppDatabase(server.lockClient, cluster);
  } catch (error) {
    await endPostmaster(server.postmaster, cluster.folder, binaries, 5_000);
    throw error;
  }

  const { port } = server.postmaster;
  const stopping = new AbortController();
  const { promise: exited, resolve: settle } = Promise.withResolvers<Error | undefined>();

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await server.lost;
      if (stopping.signal.aborted) return;
      log.warn('the embedded database went away');
      await recover();
    }
  };

  const recover = async () => {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        server = await acquireServer(context, port);
        log.info('the embedded database is back');
        return;
      } catch (error) {
        if (error instanceof FolderTaken) throw error;
        log.error({ err: error }, 'the embedded database cannot be started again yet');
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  let isOurs = true;
  const supervised = keepRunning().catch((error: Error) => {
    isOurs = false;
    settle(error);
  });

  const stop = async (budgetMs: number) => {
    stopping.abort();
    await server.lockClient.end().catch(() => {});
    // A restart may be in progress.
    await Promise.race([supervised, sleep(budgetMs / 2, undefined, { ref: false })]);
    await server.lockClient.end().catch(() => {});
    const postmaster = isOurs ? await findPostmaster(cluster.folder) : undefined;
    if (postmaster) await endPostmaster(postmaster, cluster.folder, binaries, budgetMs);
    settle(undefined);
  };
  let stopped: Promise<void> | undefined;

  return {
    url: `postgres://gyan:${cluster.appPassword}@127.0.0.1:${port}/gyan`,
    adopted: server.adopted,
    exited,
    stop(budgetMs = 5_000) {
      stopped ??= stop(budgetMs);
      return stopped;
    },
  };
}

/** Returns a server that answers and that no other app has locked. */
async function acquireServer(context: LaunchContext, fixedPort: number | undefined): Promise<LockedServer> {
  const { cluster, binaries } = context;
  const busyUntil = performance.now() + busyTimeoutMs;
  for (;;) {
    const found = await findPostmaster(cluster.folder);
    const postmaster = found ?? (await launch(context, fixedPort, busyUntil));
    if (!postmaster) continue;
    const entered = await connectToServer(postmaster, cluster, connectTimeoutMs[found ? 'found' : 'started']);
    if (entered === 'gone') continue;
    if (entered === 'silent' || entered === 'locked out') {
      await endPostmaster(postmaster, cluster.folder, binaries, 5_000);
      if (found) continue;
      throw new StartError(
        entered === 'silent'
          ? 'The embedded database was started but does not answer.'
          : 'The password kept in the data folder does not open the embedded database.',
      );
    }
    const lost = new Promise<void>((resolve) => {
      entered.once('end', resolve);
    });
    try {
      await takeFolder(entered);
    } catch (error) {
      await entered.end().catch(() => {});
      if (error instanceof FolderTaken) throw error;
      continue;
    }
    if (fixedPort === undefined) await writeFile(cluster.portFile, `${postmaster.port}\n`);
    return { postmaster, adopted: found !== undefined, lockClient: entered, lost };
  }
}

async function launch(
  context: LaunchContext,
  fixedPort: number | undefined,
  busyUntil: number,
): Promise<Postmaster | undefined> {
  const { cluster, binaries, durable } = context;
  await ownCluster(cluster.folder, context.launch.owner);
  const port = fixedPort ?? (await choosePort(await readPort(cluster.portFile)));
  const launched = await launchPostmaster(cluster, binaries, context.launch, port, durable);
  if (launched.outcome === 'started') return launched.postmaster;
  if (launched.because === 'port taken' && fixedPort !== undefined) {
    throw new StartError(`Port ${fixedPort} of the embedded database has been taken by another program.`);
  }
  if (performance.now() > busyUntil) {
    throw new StartError('Another program still uses the files of the embedded database.');
  }
  // Child processes of a killed server need a moment to exit.
  await sleep(200);
  return undefined;
}

/** Connects as soon as the server accepts connections; the timeout does not run during crash recovery. */
async function connectToServer(
  postmaster: Postmaster,
  cluster: Cluster,
  timeoutMs: number,
): Promise<Client | 'gone' | 'silent' | 'locked out'> {
  let silentSince = performance.now();
  for (;;) {
    const client = newClient({
      host: '127.0.0.1',
      port: postmaster.port,
      user: 'postgres',
      password: cluster.password,
      database: 'postgres',
      application_name: 'gyan keeper',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const code = (error as { code?: string }).code ?? '';
      if (code === '28P01' || code === '28000') return 'locked out';
      if (code === '57P03' || code === '53300') silentSince = performance.now();
    }
    const now = await findPostmaster(cluster.folder);
    if (now?.pid !== postmaster.pid) return 'gone';
    if (performance.now() - silentSince > timeoutMs) return 'silent';
    await sleep(40);
  }
}

/** The lock is released when the connection ends, so a killed app releases it and a running one keeps it. */
async function takeFolder(lockClient: Client): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const { rows } = await lockClient.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockIds.dataFolder,
    ]);
    if (rows[0]?.taken) return;
    if (performance.now() > deadline) {
      throw new FolderTaken('Another Gyan is already running on this data folder.');
    }
    await sleep(50);
  }
}

/** The app's role is no superuser, so that SQL injection could not reach the machine. */
async function createAppDatabase(lockClient: Client, { appPassword }: Cluster): Promise<void> {
  const { rows } = await lockClient.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'gyan') as role,
            exists (select from pg_database where datname = 'gyan') as database`,
  );
  if (!rows[0]?.role) {
    await lockClient.query(
      `create role gyan login createdb password ${lockClient.escapeLiteral(appPassword)}`,
    );
  }
  if (!rows[0]?.database) await lockClient.query('create database gyan owner gyan');
}
