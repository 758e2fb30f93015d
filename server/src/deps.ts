import { fileURLToPath } from 'node:url';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '#config.ts';
import { type Notifications, openNotifications } from '#db/notifications.ts';
import { type Database, openDatabase, type PoolOptions } from '#db/pool.ts';
import { openReplica, type Replica } from '#db/replica.ts';
import { untilReachable } from '#db/until-reachable.ts';
import { type Mailer, openMailer } from '#domains/mail/mailer.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from '#domains/notices/metrics.ts';
import { openStorage, type Storage } from '#domains/storage/storage.ts';
import { type Limiter, noLimits, openLimiter } from '#http/limits.ts';
import { createMetrics, type Metrics } from '#http/metrics.ts';

/** What the domains need, opened once per process; the same in production and tests. */
export interface Deps {
  config: Config;
  databaseUrl: string;
  /** The same database without a pooler: for LISTEN, session locks and jobs. */
  directUrl: string;
  log: Logger;
  db: Database;
  /** Serves public reads, if configured. */
  replica: Replica | undefined;
  notifications: Notifications;
  storage: Storage;
  mailer: Mailer;
  limiter: Limiter;
  metrics: Metrics;
  delivery: DeliveryMetrics;
}

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

export async function openDeps(config: Config, databaseUrl: string): Promise<Deps> {
  const log = createLog(config);
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const pool = {
    max: poolSize(config.workers),
    pooled: config.databaseDirectUrl !== undefined,
    prepared: config.databasePrepared,
  };
  const db = openDatabase(databaseUrl, pool);
  await untilReachable(() => db.pool.query('select 1'), { log });
  const metrics = createMetrics();
  metrics.observePool('primary', db.pool);
  return {
    config,
    databaseUrl,
    directUrl,
    log,
    db,
    replica: openReplicaOf(config, databaseUrl, { db, log, metrics, pool }),
    notifications: await openNotifications(directUrl, log),
    storage: await openStorage(config.storageUrl),
    mailer: openMailer(config),
    limiter: config.rateLimits ? openLimiter(db.pool, config.limits) : noLimits,
    metrics,
    delivery: createDeliveryMetrics(),
  };
}

function openReplicaOf(
  { databaseReplicaUrl: url }: Config,
  primaryUrl: string,
  { db, log, metrics, pool }: Pick<Deps, 'db' | 'log' | 'metrics'> & { pool: PoolOptions },
): Replica | undefined {
  if (url === undefined) return undefined;
  const observed = metrics.observeReplica();
  const replica = openReplica({
    url,
    primaryUrl,
    primary: db,
    log,
    pool,
    observe: (outcome) => observed.read(outcome),
  });
  metrics.observePool('replica', replica.pool);
  observed.lag(() => replica.lagMs() / 1000);
  return replica;
}

/** All processes combined stay below PostgreSQL's default of 100 connections. */
function poolSize(workers: number): number {
  return Math.max(2, Math.min(10, Math.floor(60 / workers)));
}

export async function closeDeps(deps: Deps): Promise<void> {
  deps.mailer.close();
  deps.storage.close();
  await deps.notifications.close();
  await deps.replica?.close();
  await deps.db.close();
}

/** One JSON line per event, without fields that may contain secrets. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { pid: process.pid },
    redact: {
      paths: [
        'password',
        'passwd',
        'authToken',
        'token',
        'req.headers',
        '*.password',
        '*.authToken',
        '*.token',
      ],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
