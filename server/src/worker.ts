import type { Deps } from '#deps.ts';
import { authCron, authJobs } from '#domains/auth/jobs.ts';
import { resumeMail } from '#domains/mail/actions.ts';
import { mailCron, mailJobs } from '#domains/mail/jobs.ts';
import type { AllJobs } from '#jobs/queue.ts';
import { type JobRunner, runJobs } from '#jobs/runner.ts';

/** Every room's jobs. */
const jobs: AllJobs<Deps> = { ...authJobs, ...mailJobs };

const cron = { ...authCron, ...mailCron };

export async function startJobs(deps: Deps): Promise<JobRunner> {
  await resumeMail(deps);
  return await runJobs({ url: deps.databaseUrl, jobs, cron, deps, log: deps.log });
}
