import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { startFleet } from '#cluster.ts';
import { type Config, ConfigError, isForThisMachine, readConfig } from '#config.ts';
import { startEmbedded } from '#db/embedded.ts';
import { checkGiven, missingTimeouts, UnreachableError } from '#db/given.ts';
import { migrate } from '#db/migrate.ts';
import { untilReachable } from '#db/reach.ts';
import { StartError } from '#db/start-error.ts';
import { seedDemo } from '#demo.ts';
import { closeDeps, createLog, type Deps, migrationsFolder, openDeps } from '#deps.ts';
import { demoKeys } from '#domains/auth/demo-keys.ts';
import { serveMetrics } from '#http/metrics.ts';
import { watchJobs } from '#jobs/metrics.ts';
import { migrateJobs } from '#jobs/runner.ts';
import { checkAddress, listen, prepareLeaving } from '#listen.ts';
import { startLine } from '#start-line.ts';
import { startJobs } from '#worker.ts';

// Together they stay within the ten seconds a supervisor waits before it kills.
const drainMs = 7_000;
const databaseStopMs = 2_000;

const endings = ['SIGINT', 'SIGTERM'] as const;
/** A supervisor tells the whole group, and npm and the start script pass it on: copies of one wish, not several. */
const sameWishMs = 1_000;

/** What has been opened, to be closed in the opposite order, however far the start came. */
const opened = new AsyncDisposableStack();

async function start(): Promise<void> {
  const mode = process.argv.includes('--dev') ? 'development' : 'production';
  const config = readConfig(process.env, mode, { watched: process.stdout.isTTY });
  const log = createLog(config);
  const grace = closeWithGrace({ delay: 10_000, logger: false, skip: [...endings] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'an error that nobody caught');
    await opened.disposeAsync();
  });
  endOnSignal(() => grace.close());

  if (config.role !== 'worker') await checkAddress(config);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, log));
  if (config.databaseUrl) await untilReachable(() => checkGiven(databaseUrl), { log });
  if (config.databaseDirectUrl) await checkBehindPooler(config.databaseDirectUrl, databaseUrl, log);
  if (config.databaseReplicaUrl) await checkReplica(config.databaseReplicaUrl, config, log);
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const ran = await untilReachable(() => migrate(directUrl, migrationsFolder), { log });
  await untilReachable(() => migrateJobs(directUrl), { log });
  if (ran.length > 0) log.info({ migrations: ran }, 'migrated');

  const deps = await openDeps(config, databaseUrl);
  await closeLater(() => closeDeps(deps));
  const demoKey = config.demo ? await prepareDemo(deps) : undefined;
  const port = await serve(deps);
  process.stdout.write(`${port === undefined ? 'Gyan runs its jobs.' : startLine(config, port, demoKey)}\n`);
}

/** The first signal drains; one that comes later, from somebody who does not want to wait, ends at once. */
function endOnSignal(drainAndExit: () => void): void {
  let askedAt: number | undefined;
  const end = () => {
    if (askedAt === undefined) drainAndExit();
    else if (performance.now() - askedAt > sameWishMs) process.exit(1);
    askedAt ??= performance.now();
  };
  for (const signal of endings) process.on(signal, end);
}

/** A signal may come in the middle of the start; what is opened after it is closed at once. */
async function closeLater(close: () => Promise<void>): Promise<void> {
  if (!opened.disposed) return opened.defer(close);
  await close();
  throw new Error('The start was interrupted.');
}

async function startDatabase({ dataDir }: Config, log: Logger): Promise<string> {
  const database = await startEmbedded({ dataDir, log });
  await closeLater(() => database.stop(databaseStopMs));
  // Nobody catches this: like every error that nobody catches, it drains and ends the process.
  void database.exited.then((reason) => {
    if (reason) throw reason;
  });
  return database.url;
}

async function checkBehindPooler(directUrl: string, pooledUrl: string, log: Logger): Promise<void> {
  await untilReachable(() => checkGiven(directUrl, 'DATABASE_DIRECT_URL'), { log });
  const missing = await untilReachable(() => missingTimeouts(pooledUrl), { log });
  if (missing.length > 0) {
    log.warn({ missing }, 'connections of the pooler have no such limit: set it there, by connect_query');
  }
}

/** Without it everything goes on from the primary, and it is taken into use when it is there. */
async function checkReplica(url: string, { databaseDirectUrl }: Config, log: Logger): Promise<void> {
  try {
    await checkGiven(url, 'DATABASE_REPLICA_URL');
    // Where there is a pooler the replica may be behind it too, so its connections get no settings from us either.
    const missing = databaseDirectUrl ? await missingTimeouts(url).catch(() => []) : [];
    if (missing.includes('statement_timeout')) {
      log.warn(
        'reads of the replica have no limit of time: set its statement_timeout, or that of its pooler',
      );
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    log.warn(error.message);
  }
}

/** Answers the key of the demo's mailbox and sign-in provider. */
async function prepareDemo(deps: Deps): Promise<string> {
  const { config, log, db } = deps;
  if (!isForThisMachine(config)) {
    log.warn('DEMO=on where others can reach it: everybody can sign in as its super admin; set DEMO=off');
  }
  if (await seedDemo(deps)) log.info('filled the empty database with the demo');
  const { linkKey } = await demoKeys(db).read();
  return linkKey;
}

/** Jobs run here; requests are answered here too, or by forked processes when there are several. Answers the port, if it listens. */
async function serve(deps: Deps): Promise<number | undefined> {
  const { role } = deps.config;
  const isAlone = deps.config.workers === 1 || role === 'worker';
  if (deps.config.metricsPort > 0) await offerMetrics(deps, isAlone);
  const stop = { serving: async () => {}, jobs: async () => {} };
  // Side by side, starting and stopping: each may take most of the time there is.
  await closeLater(async () => void (await Promise.all([stop.serving(), stop.jobs()])));
  const runJobs = async () => {
    if (role === 'web') return;
    const jobs = await startJobs(deps);
    stop.jobs = () => jobs.stop();
  };
  const answerRequests = async () => {
    if (role === 'worker') return undefined;
    return isAlone ? serveHere(deps, stop) : serveByFleet(deps, stop);
  };
  const [port] = await Promise.all([answerRequests(), runJobs()]);
  return port;
}

interface Stop {
  serving: () => Promise<void>;
}

async function serveHere(deps: Deps, stop: Stop): Promise<number> {
  // Not loaded where forked processes serve: they load it themselves, at the same time.
  const { buildApp } = await import('#app.ts');
  const app = await buildApp(deps);
  const leaving = prepareLeaving(app);
  stop.serving = () => leaving.drain(drainMs);
  return listen(app, deps.config);
}

async function serveByFleet({ config, databaseUrl, log }: Deps, stop: Stop): Promise<number> {
  const fleet = startFleet(config.workers, { config, databaseUrl }, log);
  stop.serving = () => fleet.stop(drainMs);
  return fleet.listening;
}

/** Being watched is not worth failing for: a port that is taken is only said. */
async function offerMetrics({ config, db, metrics, log }: Deps, isAlone: boolean): Promise<void> {
  const cluster = new AggregatorRegistry();
  // The jobs' own: of all processes only this one knows of them.
  const jobs = config.role === 'web' ? undefined : watchJobs(db);
  const { metricsPort: port, metricsToken: token, host } = config;
  try {
    const server = await serveMetrics({ port, token, host }, async () => {
      const own = await (isAlone ? metrics.registry.metrics() : cluster.clusterMetrics());
      return jobs ? `${own}\n${await jobs.metrics()}` : own;
    });
    await closeLater(async () => void server.close());
  } catch (error) {
    log.warn(
      { err: error, port: config.metricsPort },
      'metrics are not served: set METRICS_PORT to a free port',
    );
  }
}

try {
  await start();
} catch (error) {
  // An interrupted start has already said all there is to say.
  if (!opened.disposed) {
    const isSentence = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isSentence ? error.message : (error as Error).stack}\n`);
    await opened.disposeAsync();
    process.exit(1);
  }
}
