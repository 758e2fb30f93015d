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
import { type AppServer, startAppServer } from './app-server.ts';
import { raisedLimits } from './limits.ts';
import { startNginx } from './nginx.ts';

/** The components of a large installation, on this machine. */
export interface Stack {
  /** URL of the load balancer. */
  url: string;
  primaryUrl: string;
  /** Configuration of all app servers. */
  env: Record<string, string>;
  apps: AppServer[];
  worker: AppServer;
  replica: Standby;
  /** Stops the primary; its supervisor restarts it at once. */
  restartPrimary(): Promise<void>;
}

export class Interrupted extends Error {}

/** Runs `work` on a stack that is stopped afterwards, or on interrupt. */
export async function withStack<T>(
  log: (line: string) => void,
  interrupted: Promise<unknown>,
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  await using cleanup = new AsyncDisposableStack();
  const stopLater = <Piece extends { stop(): Promise<void> }>(piece: Piece): Piece => {
    cleanup.defer(() => piece.stop());
    return piece;
  };
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'gyan-topology-')));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));

  const dataDir = join(folder, 'primary');
  const primary = stopLater(await startEmbedded({ dataDir, log: pino({ level: 'silent' }) }));
  log('primary: PostgreSQL');
  const replica = stopLater(await startStandby({ dataDir, url: primary.url }, join(folder, 'replica')));
  log('replica: PostgreSQL, streaming');
  const pooler = stopLater(await startPgBouncer(primary.url, join(folder, 'pooler')));
  const replicaPooler = stopLater(await startPgBouncer(replica.url, join(folder, 'replica-pooler')));
  log(
    `poolers of both: PgBouncer in transaction mode, prepared statements ${pooler.keepsPrepared ? 'kept' : 'off'}`,
  );
  const s3 = stopLater(await startS3());
  log('storage: S3');

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
    LIMITS: raisedLimits,
    DEMO: 'on',
  };
  const worker = stopLater(await startAppServer('worker', 'worker', env));
  const apps = await Promise.all(
    ['first app server', 'second app server'].map(async (name) =>
      stopLater(await startAppServer(name, 'web', env)),
    ),
  );
  log('2 app servers and a worker');
  stopLater(
    await startNginx(
      join(folder, 'nginx'),
      apps.map((app) => app.url),
      port,
    ),
  );
  log(`load balancer: nginx at ${url}`);

  const interruption = interrupted.then((): never => {
    throw new Interrupted();
  });
  interruption.catch(() => {});
  const result = work({
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
  result.catch(() => {});
  return await Promise.race([result, interruption]);
}
