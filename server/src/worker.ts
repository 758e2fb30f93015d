import type { Deps } from '#deps.ts';
import { resumeMail } from '#domains/mail/actions.ts';
import { mailCron, mailJobs } from '#domains/mail/jobs.ts';
import type { AllJobs } from '#jobs/queue.ts';
import { type JobRunner, runJobs } from '#jobs/runner.ts';

/** Every room's jobs. */
const jobs: AllJobs<Deps> = { ...mailJobs };

const cron = { ...mailCron };

export async function startJobs(deps: Deps): Promise<JobRunner> {
  await resumeMail(deps);
  return await runJobs({ url: deps.databaseUrl, jobs, cron, deps, log: deps.log });
}
