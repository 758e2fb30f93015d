import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { AggregatorRegistry, Registry } from 'prom-client';
import { startCluster } from '#cluster.ts';
import { type Config, ConfigError, isForThisMachine, readConfig } from '#config.ts';
import { checkConnection, missingTimeouts, UnreachableError } from '#db/check-connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { StartError } from '#db/start-error.ts';
import { untilReachable } from '#db/until-reachable.ts';
import { seedDemo } from '#demo.ts';
import { closeDeps, createLog, type Deps, migrationsFolder, openDeps } from '#deps.ts';
import { demoKeys } from '#domains/auth/demo-keys.ts';
import { serveMetrics } from '#http/metrics.ts';
import { watchJobs } from '#jobs/metrics.ts';
import { migrateJobs } from '#jobs/runner.ts';
import { checkAddress, listen } from '#listen.ts';
import { prepareShutdown } from '#shutdown.ts';
import { startLine } from '#start-line.ts';
import { startJobs } from '#worker.ts';

// In total less than the ten seconds that a supervisor waits before SIGKILL.
const drainMs = 7_000;
const databaseStopMs = 2_000;

const endings = ['SIGINT', 'SIGTERM'] as const;
/**
 * A supervisor signals the whole group, and npm and the start script pass the signal on: copies within this time count
 * once.
 */
const sameSignalMs = 1_000;

/** Everything opened so far, to be closed in reverse order, also after an incomplete start. */
const opened = new AsyncDisposableStack();

async function start(): Promise<void> {
  const mode = process.argv.includes('--dev') ? 'development' : 'production';
  const config = readConfig(process.env, mode, { watched: process.stdout.isTTY });
  const log = createLog(config);
  const grace = closeWithGrace({ delay: 10_000, logger: false, skip: [...endings] }, async ({ err }) => {
    if (err) log.fatal({ err }, 'uncaught error');
    await opened.disposeAsync();
  });
  endOnSignal(() => grace.close());

  if (config.role !== 'worker') await checkAddress(config);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, log));
  if (config.databaseUrl) await untilReachable(() => checkConnection(databaseUrl), { log });
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

/** The first signal drains; a later one exits at once. */
function endOnSignal(drainAndExit: () => void): void {
  let signalledAt: number | undefined;
  const end = () => {
    if (signalledAt === undefined) drainAndExit();
    else if (performance.now() - signalledAt > sameSignalMs) process.exit(1);
    signalledAt ??= performance.now();
  };
  for (const signal of endings) process.on(signal, end);
}

/** After a signal during the start, what is opened is closed at once. */
async function closeLater(close: () => Promise<void>): Promise<void> {
  if (!opened.disposed) return opened.defer(close);
  await close();
  throw new Error('The start was interrupted.');
}

async function startDatabase({ dataDir }: Config, log: Logger): Promise<string> {
  const database = await startEmbedded({ dataDir, log });
  await closeLater(() => database.stop(databaseStopMs));
  // Not caught on purpose: an uncaught error drains and ends the process.
  void database.exited.then((reason) => {
    if (reason) throw reason;
  });
  return database.url;
}

async function checkBehindPooler(directUrl: string, pooledUrl: string, log: Logger): Promise<void> {
  await untilReachable(() => checkConnection(directUrl, 'DATABASE_DIRECT_URL'), { log });
  const missing = await untilReachable(() => missingTimeouts(pooledUrl), { log });
  if (missing.length > 0) {
    log.warn({ missing }, 'connections of the pooler have no such limit: set it there, by connect_query');
  }
}

/** A replica that cannot be reached does not stop the start: reads go to the primary until it is available. */
async function checkReplica(url: string, { databaseDirectUrl }: Config, log: Logger): Promise<void> {
  try {
    await checkConnection(url, 'DATABASE_REPLICA_URL');
    // Behind a pooler our connection settings do not apply.
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

/** Returns the key of the demo's mailbox and sign-in provider. */
async function prepareDemo(deps: Deps): Promise<string> {
  const { config, log, db } = deps;
  if (!isForThisMachine(config)) {
    log.warn('DEMO=on where others can reach it: everybody can sign in as its super admin; set DEMO=off');
  }
  if (await seedDemo(deps)) log.info('filled the empty database with the demo');
  const { linkKey } = await demoKeys(db).read();
  return linkKey;
}

/** Runs jobs in this process, and serves requests here or in workers. Returns the port if it listens. */
async function serve(deps: Deps): Promise<number | undefined> {
  const { role } = deps.config;
  const isAlone = deps.config.workers === 1 || role === 'worker';
  if (deps.config.metricsPort > 0) await offerMetrics(deps, isAlone);
  const stop = { serving: async () => {}, jobs: async () => {} };
  // In parallel, because each may take most of the allowed time.
  await closeLater(async () => void (await Promise.all([stop.serving(), stop.jobs()])));
  const runJobs = async () => {
    if (role === 'web') return;
    const jobs = await startJobs(deps);
    stop.jobs = () => jobs.stop();
  };
  const answerRequests = async () => {
    if (role === 'worker') return undefined;
    return isAlone ? serveHere(deps, stop) : serveByCluster(deps, stop);
  };
  const [port] = await Promise.all([answerRequests(), runJobs()]);
  return port;
}

interface Stop {
  serving: () => Promise<void>;
}

async function serveHere(deps: Deps, stop: Stop): Promise<number> {
  // Imported only here: workers import it themselves.
  const { buildApp } = await import('#app.ts');
  const app = await buildApp(deps);
  const shutdown = prepareShutdown(app);
  stop.serving = () => shutdown.drain(drainMs);
  return listen(app, deps.config);
}

async function serveByCluster({ config, databaseUrl, log }: Deps, stop: Stop): Promise<number> {
  const cluster = startCluster(config.workers, { config, databaseUrl }, log);
  stop.serving = () => cluster.stop(drainMs);
  return cluster.listening;
}

/** A metrics port that is taken is logged and does not stop the start. */
async function offerMetrics({ config, db, metrics, delivery, log }: Deps, isAlone: boolean): Promise<void> {
  const cluster = new AggregatorRegistry();
  // Only this process has the metrics of the jobs.
  const jobs = config.role === 'web' ? undefined : Registry.merge([watchJobs(db), delivery.registry]);
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
  // A start interrupted by a signal needs no message.
  if (!opened.disposed) {
    const isSentence = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${isSentence ? error.message : (error as Error).stack}\n`);
    await opened.disposeAsync();
    process.exit(1);
  }
}
