import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { JobLog } from './log.ts';
import { announcePresence } from './presence.ts';
import type { Job, JobName, Jobs } from './queue.ts';

export interface RunJobsOptions<Deps> {
  url: string;
  jobs: Jobs<Deps>;
  deps: Deps;
  log: JobLog;
  /** How many jobs run at once in this process. */
  concurrency?: number;
  /** Jobs that come back by the clock (UTC), as crontab patterns; one run per moment however many processes. */
  cron?: { [Name in JobName]?: string };
}

export interface JobRunner {
  /** Lets running jobs finish; those that take too long are aborted and go back into the queue. */
  stop(): Promise<void>;
}

// Together they stay below the ten seconds in which the process drains.
const abortAfterMs = 4_000;
const killAfterMs = 7_000;

/** Brings the queue's own tables up to date; safe beside other processes doing the same. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'gyan migrate' });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

export async function runJobs<Deps>(options: RunJobsOptions<Deps>): Promise<JobRunner> {
  const { url, jobs, deps, log, concurrency = 4, cron = {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    // One of them listens for new jobs.
    max: concurrency + 1,
    application_name: 'gyan jobs',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  pool.on('error', () => {});
  const events: WorkerEvents = new EventEmitter();
  const runnerId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });

  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    logger: loggerOf(log),
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: abortAfterMs,
    taskList: taskList(jobs, deps),
    parsedCronItems: parseCronItems(
      Object.entries(cron).map(([task, match]) => ({
        task,
        match,
        options: { jobKey: task },
      })),
    ),
  });
  // The runner only ends by itself when it cannot go on; stopping it on purpose also settles this.
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner ended'));
  const presence = await announcePresence(url, await runnerId, log);

  return {
    async stop() {
      const kill = setTimeout(() => {
        runner.kill('the process is ending').catch(() => {});
      }, killAfterMs);
      try {
        await runner.stop();
      } catch (error) {
        log.warn({ err: error }, 'jobs were cut off while stopping');
      } finally {
        clearTimeout(kill);
        await presence.leave();
        await pool.end();
      }
    },
  };
}

function taskList<Deps>(jobs: Jobs<Deps>, deps: Deps): TaskList {
  const tasks: TaskList = {};
  for (const [name, job] of Object.entries(jobs) as [JobName, Job<JobName, Deps> | undefined][]) {
    if (!job) continue;
    tasks[name] = (payload, helpers) =>
      job(payload as never, deps, { attempt: helpers.job.attempts, signal: helpers.abortSignal });
  }
  return tasks;
}

/** The queue reports every job it finishes; that is detail here. Failures stay visible. */
function loggerOf(log: JobLog): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { ...scope };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
}
