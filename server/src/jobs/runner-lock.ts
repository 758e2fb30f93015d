import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { lockIds } from '#db/lock-ids.ts';
import { newClient } from '#db/new-client.ts';
import { untilReachable } from '#db/until-reachable.ts';
import type { JobLog } from './log.ts';

const sweepMs = 15_000;

export interface RunnerLock {
  release(): Promise<void>;
}

/**
 * A killed runner leaves its jobs locked, and the queue would release them only after hours. So every runner holds an
 * advisory lock with its id, which PostgreSQL releases with the connection, and every runner unlocks the jobs of
 * runners whose lock is gone.
 */
export async function holdRunnerLock(url: string, runnerId: string, log: JobLog): Promise<RunnerLock> {
  const ending = new AbortController();
  let client = await untilReachable(connect, { log });
  const sweeping = freeJobsRepeatedly();

  async function connect(): Promise<pg.Client> {
    const fresh = newClient({
      connectionString: url,
      application_name: 'gyan runner lock',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    try {
      await fresh.connect();
      await fresh.query('select pg_advisory_lock($1, hashtext($2))', [lockIds.jobRunner, runnerId]);
      return fresh;
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
  }

  async function freeJobsRepeatedly(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await freeAbandonedJobs(client, log);
      } catch (error) {
        log.warn({ err: error }, 'the jobs of ended runners could not be looked for');
        await client.end().catch(() => {});
        client = await connect().catch(() => client);
      }
      await sleep(sweepMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  return {
    async release() {
      ending.abort();
      await sweeping;
      await client.end().catch(() => {});
    },
  };
}

async function freeAbandonedJobs(client: pg.Client, log: JobLog): Promise<void> {
  // A runner takes its lock shortly after its first jobs, hence the ten seconds.
  const { rows } = await client.query<{ runner: string }>(
    `select runner
     from (
       select distinct locked_by as runner
       from graphile_worker.jobs
       where locked_at < now() - interval '10 seconds'
     ) as busy
     where runner is not null and pg_try_advisory_xact_lock($1, hashtext(runner))`,
    [lockIds.jobRunner],
  );
  if (rows.length === 0) return;
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [
    rows.map((row) => row.runner),
  ]);
  // Wakes the runners, which otherwise wait for the next poll.
  await client.query(`select pg_notify('jobs:insert', '{"count":1}')`);
  log.warn({ runners: rows.length }, 'took over the jobs of runners that ended without finishing them');
}
