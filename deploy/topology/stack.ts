import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { findBinaries } from '../../server/src/db/embedded-launch.ts';
import { choosePort, endPostmaster, findPostmaster } from '../../server/src/db/embedded-postmaster.ts';
import { startPgBouncer } from '../../server/test/pgbouncer.ts';
import { startS3 } from '../../server/test/s3.ts';
import { type Standby, startStandby } from '../../server/test/standby.ts';
import { roomyLimits } from './limits.ts';
import { type AppServer, startAppServer, startNginx } from './pieces.ts';

/** Everything that a large installation consists of, on this machine. */
export interface Stack {
  /** Of the load balancer: where everybody comes in. */
  url: string;
  primaryUrl: string;
  /** What all app servers are configured with. */
  env: Record<string, string>;
  apps: AppServer[];
  worker: AppServer;
  replica: Standby;
  /** Ends the primary as an operator would; it is started again at once. */
  restartPrimary(): Promise<void>;
}

export class Interrupted extends Error {}

/** Runs `work` on a stack that is taken down afterwards, or as soon as somebody interrupts. */
export async function withStack<T>(
  say: (line: string) => void,
  interrupted: Promise<unknown>,
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const later = <Piece extends { stop(): Promise<void> }>(piece: Piece): Piece => {
    opened.defer(() => piece.stop());
    return piece;
  };
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'gyan-topology-')));
  opened.defer(() => rm(folder, { recursive: true, force: true }));

  const dataDir = join(folder, 'primary');
  const primary = later(await startEmbedded({ dataDir, log: pino({ level: 'silent' }) }));
  say('primary: PostgreSQL');
  const replica = later(await startStandby({ dataDir, url: primary.url }, join(folder, 'replica')));
  say('replica: PostgreSQL, streaming');
  const pooler = later(await startPgBouncer(primary.url, join(folder, 'pooler')));
  const replicaPooler = later(await startPgBouncer(replica.url, join(folder, 'replica-pooler')));
  say(
    `poolers of both: PgBouncer in transaction mode, prepared statements ${pooler.keepsPrepared ? 'kept' : 'off'}`,
  );
  const s3 = later(await startS3());
  say('storage: S3');

  const port = await choosePort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: pooler.urlOf('gyan'),
    DATABASE_DIRECT_URL: primary.url,
    DATABASE_REPLICA_URL: replicaPooler.urlOf('gyan'),
    DATABASE_PREPARED: pooler.keepsPrepared ? 'on' : 'off',
    STORAGE_URL: s3.url,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: url,
    TRUSTED_PROXIES: 'loopback',
    LIMITS: roomyLimits,
    DEMO: 'on',
  };
  const worker = later(await startAppServer('worker', 'worker', env));
  const apps = await Promise.all(
    ['first app server', 'second app server'].map(async (name) =>
      later(await startAppServer(name, 'web', env)),
    ),
  );
  say('2 app servers and a worker');
  later(
    await startNginx(
      join(folder, 'nginx'),
      apps.map((app) => app.url),
      port,
    ),
  );
  say(`load balancer: nginx at ${url}`);

  const cut = interrupted.then((): never => {
    throw new Interrupted();
  });
  cut.catch(() => {});
  const done = work({
    url,
    primaryUrl: primary.url,
    env,
    apps,
    worker,
    replica,
    async restartPrimary() {
      const cluster = join(dataDir, 'postgres');
      const postmaster = await findPostmaster(cluster);
      if (postmaster) await endPostmaster(postmaster, cluster, await findBinaries(), 5_000);
    },
  });
  done.catch(() => {});
  return await Promise.race([done, cut]);
}
