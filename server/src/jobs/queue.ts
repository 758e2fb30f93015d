import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/**
 * The name and payload of every job. A domain adds its own by declaration merging (`declare module '#jobs/queue.ts'`),
 * so that other domains can enqueue them without importing it.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface JobPayloads {}

export type JobName = keyof JobPayloads;

/** What a job gets beside its payload and its dependencies. */
export interface JobRun {
  /** 1 for the first run. */
  attempt: number;
  /** Aborted when the process shuts down; the job will run again. */
  signal: AbortSignal;
}

/** Must be idempotent: after a crash a job may run again. */
export type Job<Name extends JobName, Deps> = (
  payload: JobPayloads[Name],
  deps: Deps,
  run: JobRun,
) => Promise<void>;

/** The jobs of one domain, or of several merged. */
export type Jobs<Deps> = { [Name in JobName]?: Job<Name, Deps> };

/** The jobs of the whole server; a missing one does not compile. */
export type AllJobs<Deps> = { [Name in JobName]: Job<Name, Deps> };

export interface EnqueueOptions {
  /** Not before this time; default: at once. */
  runAt?: Date;
  /** Jobs of one queue run in series. Keep the number of queues small. */
  queue?: string;
  /** One waiting job per key: a later one replaces it. */
  key?: string;
  /** With `key`: `preserve_run_at` keeps the time of a waiting job that has not run yet. */
  keyMode?: 'replace' | 'preserve_run_at';
}

/** Takes part in the caller's transaction. A failed run is repeated after e¹, e², … up to e¹⁰ seconds, 25 runs at most. */
export async function enqueue<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}::text,
      run_at => ${options.runAt ?? null}::timestamptz,
      job_key => ${options.key ?? null}::text,
      job_key_mode => ${options.keyMode ?? 'replace'}::text
    )`);
}

/** Deletes the waiting and failed jobs about a user; a running one is not affected. */
export async function deleteJobs(tx: Db, about: { userId: number; email: string }): Promise<void> {
  // The public view has no payloads, so this uses the queue's private table.
  await tx.query(sql`
    delete from graphile_worker._private_jobs
    where locked_at is null
      and (payload->>'userId' = ${String(about.userId)} or strpos(lower(payload::text), lower(${about.email})) > 0)`);
}
