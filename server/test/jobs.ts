import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Deps } from '#deps.ts';
import { startJobs } from '#worker.ts';

/** Runs all jobs until none is due; throws if one fails. Nothing is scheduled by the time of day. */
export async function settleJobs(deps: Deps): Promise<void> {
  const runner = await startJobs(deps, {});
  try {
    for (;;) {
      const jobs = await deps.db.query<{ last_error: string | null }>(sql`
        select last_error from graphile_worker.jobs
        where attempts < max_attempts and (run_at <= now() or last_error is not null)`);
      const failed = jobs.find((job) => job.last_error !== null);
      if (failed) throw new Error(`A job failed: ${failed.last_error}`);
      if (jobs.length === 0) return;
      await sleep(20);
    }
  } finally {
    await runner.stop();
  }
}
