import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

/**
 * Every job's name and what it carries. A room adds its own by declaration merging, so that a room
 * to its left can send it news by name without importing it:
 *
 *     declare module '#jobs/queue.ts' {
 *       interface JobPayloads { 'mail.send': { letterId: number } }
 *     }
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface JobPayloads {}

export type JobName = keyof JobPayloads;

/** What a running job is told beside its payload and its dependencies. */
export interface JobRun {
  /** Counts this run: 1 the first time. */
  attempt: number;
  /** Aborted when the process has to end before the job has; give up what can be done again. */
  signal: AbortSignal;
}

/** May run more than once for one `enqueue`: a crash between the work and its record repeats it. */
export type Job<Name extends JobName, Deps> = (
  payload: JobPayloads[Name],
  deps: Deps,
  run: JobRun,
) => Promise<void>;

/** The jobs of one room, or of several merged. */
export type Jobs<Deps> = { [Name in JobName]?: Job<Name, Deps> };

/** The jobs of the whole server: forgetting a declared one does not compile. */
export type AllJobs<Deps> = { [Name in JobName]: Job<Name, Deps> };

export interface EnqueueOptions {
  /** Not before this moment; at once unless given. */
  runAt?: Date;
  /** Jobs of one queue run one after the other. Keep the number of queues small. */
  queue?: string;
  /** One waiting job per key: a later one takes the earlier one's place. */
  key?: string;
  /** With `key`: `preserve_run_at` keeps the moment an untried waiting job already has. */
  keyMode?: 'replace' | 'preserve_run_at';
  /** A failed run is repeated after e¹, e², … up to e¹⁰ seconds. 25 runs unless given. */
  maxAttempts?: number;
  /** Smaller runs sooner. */
  priority?: number;
}

/** Takes part in the caller's transaction: no commit, no job. */
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
      max_attempts => ${options.maxAttempts ?? null}::integer,
      job_key => ${options.key ?? null}::text,
      priority => ${options.priority ?? null}::integer,
      job_key_mode => ${options.keyMode ?? 'replace'}::text
    )`);
}

/** Takes back every waiting or given-up job about a person; one that runs right now ends by itself. */
export async function forgetJobs(tx: Db, about: { userId: number; email: string }): Promise<void> {
  // The queue shows payloads to nobody, so this looks into its own table.
  await tx.query(sql`
    delete from graphile_worker._private_jobs
    where locked_at is null
      and (payload->>'userId' = ${String(about.userId)} or strpos(lower(payload::text), lower(${about.email})) > 0)`);
}
