import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { untilReachable } from '#db/until-reachable.ts';
import type { JobLog } from './log.ts';
import type { Job, JobName, Jobs } from './queue.ts';
import { openQueuePool } from './queue-pool.ts';
import { holdRunnerLock } from './runner-lock.ts';

export interface RunJobsOptions<Deps> {
  url: string;
  jobs: Jobs<Deps>;
  deps: Deps;
  log: JobLog;
  /** How many jobs run at once in this process. */
  concurrency?: number;
  /** Crontab patterns (UTC); each time runs once, however many processes there are. */
  cron?: { [Name in JobName]?: string };
}

export interface JobRunner {
  /** Lets running jobs finish; those that take too long are aborted and return to the queue. */
  stop(): Promise<void>;
}

// Together less than the ten seconds of a graceful shutdown.
const abortAfterMs = 4_000;
const abandonAfterMs = 1_000;
const giveUpAfterMs = 7_000;

/** Migrates the queue's own tables; safe to run in several processes at once. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = openQueuePool(url, 1, 'gyan migrate');
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

export async function runJobs<Deps>(options: RunJobsOptions<Deps>): Promise<JobRunner> {
  const { url, jobs, deps, log, concurrency = 4, cron = {} } = options;
  // One of the connections listens for new jobs.
  const pool = openQueuePool(url, concurrency + 1, 'gyan jobs');
  await untilReachable(() => pool.query('select 1'), { log });
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
  // Rejects if the runner fails; stopping it also settles this promise.
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner ended'));
  const runnerLock = await holdRunnerLock(url, await runnerId, log).catch(async (error: unknown) => {
    await runner.stop();
    throw error;
  });

  async function end(): Promise<void> {
    const stopped = runner.stop().catch((error: unknown) => {
      log.warn({ err: error }, 'jobs were cut off while stopping');
    });
    // While the database is unavailable the runner keeps trying to release its jobs.
    await within(stopped, giveUpAfterMs);
    await runnerLock.release();
    await within(pool.end(), 500);
  }

  let ending: Promise<void> | undefined;
  return {
    stop() {
      ending ??= end();
      return ending;
    },
  };
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })]);
}

/** Abandons a job that ignores its signal; it will run again. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const abandon = () => {
      setTimeout(() => reject(new Error('The job was interrupted.')), abandonAfterMs);
    };
    signal.addEventListener('abort', abandon, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}

function taskList<Deps>(jobs: Jobs<Deps>, deps: Deps): TaskList {
  const tasks: TaskList = {};
  for (const [name, job] of Object.entries(jobs) as [JobName, Job<JobName, Deps> | undefined][]) {
    if (!job) continue;
    tasks[name] = (payload, { job: { attempts: attempt }, abortSignal: signal }) =>
      untilAborted(job(payload as never, deps, { attempt, signal }), signal);
  }
  return tasks;
}

/** Logs finished jobs at debug level; failures stay visible. */
function loggerOf(log: JobLog): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { ...scope };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
}
