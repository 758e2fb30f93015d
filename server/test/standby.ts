import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, ownCluster, prepareCluster } from '#db/embedded-cluster.ts';
import { chooseLaunch, findBinaries } from '#db/embedded-launch.ts';
import { choosePort, endPostmaster, launchPostmaster } from '#db/embedded-postmaster.ts';

export interface Standby {
  url: string;
  /** Kills it without a shutdown, as in a power failure. */
  kill(): Promise<void>;
  /** Restarts it on the same port. */
  restart(): Promise<void>;
  /** Pauses replay: the replica still receives WAL but does not apply it. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stop(): Promise<void>;
}

/** A streaming replica of a running embedded server: an online copy of its files that replays the WAL. */
export async function startStandby(
  primary: { dataDir: string; url: string },
  dataDir: string,
): Promise<Standby> {
  await mkdir(dataDir, { recursive: true });
  const binaries = await findBinaries();
  const launch = await chooseLaunch(binaries, dataDir);
  const source = await prepareCluster(primary.dataDir, binaries, launch, false);
  const cluster: Cluster = {
    ...source,
    folder: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    portFile: join(dataDir, 'postgres-port'),
  };
  const primaryPort = Number(new URL(primary.url).port);
  await copyCluster(source, cluster, primaryPort);
  await ownCluster(cluster.folder, launch.owner);

  const port = await choosePort(undefined);
  const start = async () => {
    const launched = await launchPostmaster(cluster, binaries, launch, port, false);
    if (launched.outcome !== 'started') throw new Error(`The replica did not start: ${launched.because}.`);
    await untilAnswering(cluster, port);
    return launched.postmaster;
  };
  let postmaster = await start();
  const url = new URL(primary.url);
  url.port = String(port);

  return {
    url: url.href,
    async kill() {
      process.kill(postmaster.pid, 'SIGQUIT');
      await endPostmaster(postmaster, cluster.folder, binaries, 2_000);
    },
    async restart() {
      postmaster = await start();
    },
    async pauseReplay() {
      await asSuperuser(cluster, port, 'select pg_wal_replay_pause()');
      const isPaused = `select pg_get_wal_replay_pause_state() = 'paused' as answer`;
      while (!(await asSuperuser(cluster, port, isPaused))) await sleep(10);
    },
    async resumeReplay() {
      await asSuperuser(cluster, port, 'select pg_wal_replay_resume()');
    },
    async stop() {
      await endPostmaster(postmaster, cluster.folder, binaries, 3_000);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Files that the server creates again, or that belong to the primary. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label']);
const leftEmpty = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
]);

async function copyCluster(source: Cluster, target: Cluster, primaryPort: number): Promise<void> {
  const client = superuser(source, primaryPort);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', fast => true)`);
    await cp(source.folder, target.folder, {
      recursive: true,
      filter: (path) => {
        const [top = '', ...below] = relative(source.folder, path).split('/');
        return (
          !leftOut.has(basename(path)) &&
          !(leftEmpty.has(top) && below.length > 0 && below[0] !== 'archive_status')
        );
      },
    }).catch((error: NodeJS.ErrnoException) => {
      // Files may be deleted during the copy; WAL replay covers that.
      if (error.code !== 'ENOENT') throw error;
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await writeFile(join(target.folder, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=${source.password}`;
  await appendFile(join(target.folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  await writeFile(join(target.folder, 'standby.signal'), '');
}

async function untilAnswering(cluster: Cluster, port: number): Promise<void> {
  const patience = performance.now() + 30_000;
  for (;;) {
    try {
      await asSuperuser(cluster, port, 'select');
      return;
    } catch (error) {
      if (performance.now() > patience) throw error;
      await sleep(50);
    }
  }
}

async function asSuperuser(cluster: Cluster, port: number, statement: string): Promise<unknown> {
  const client = superuser(cluster, port);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer?: unknown }>(statement);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

function superuser({ password }: Cluster, port: number): Client {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => {});
  return client;
}
