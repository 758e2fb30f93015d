import type { Deps } from '#deps.ts';
import { accountCron, accountJobs } from '#domains/account/jobs.ts';
import { authCron, authJobs } from '#domains/auth/jobs.ts';
import { cardJobs } from '#domains/cards/jobs.ts';
import { revisionCron, revisionJobs } from '#domains/cards/revision-jobs.ts';
import { scheduledCron, scheduledJobs } from '#domains/cards/scheduled.ts';
import { connectionRewrites } from '#domains/connections/emails.ts';
import { rewriteDigest } from '#domains/digests/actions.ts';
import { digestCron, digestJobs } from '#domains/digests/jobs.ts';
import { factorCron, factorJobs } from '#domains/factors/jobs.ts';
import { feedCron, feedJobs } from '#domains/feed/jobs.ts';
import { learningCron, learningJobs } from '#domains/learning/jobs.ts';
import { resumeMail } from '#domains/mail/actions.ts';
import { mailCron, mailJobs } from '#domains/mail/jobs.ts';
import { mediaJobs } from '#domains/media/jobs.ts';
import { moderationCron, moderationJobs } from '#domains/moderation/jobs.ts';
import { noticeCron, noticeJobs } from '#domains/notices/jobs.ts';
import { sceneJobs } from '#domains/scenes/jobs.ts';
import { searchCron, searchJobs } from '#domains/search/jobs.ts';
import { keyCron, keyJobs } from '#http/idempotency.ts';
import { limitCron, limitJobs } from '#http/limits.ts';
import type { AllJobs } from '#jobs/queue.ts';
import { type JobRunner, runJobs } from '#jobs/runner.ts';

/** The jobs of all domains. */
const jobs: AllJobs<Deps> = {
  ...authJobs,
  ...factorJobs,
  ...accountJobs,
  ...mailJobs,
  ...mediaJobs,
  ...sceneJobs,
  ...cardJobs,
  ...scheduledJobs,
  ...revisionJobs,
  ...searchJobs,
  ...feedJobs,
  ...learningJobs,
  ...noticeJobs,
  ...digestJobs,
  ...moderationJobs,
  ...limitJobs,
  ...keyJobs,
};

const cron = {
  ...authCron,
  ...factorCron,
  ...accountCron,
  ...mailCron,
  ...scheduledCron,
  ...revisionCron,
  ...searchCron,
  ...feedCron,
  ...learningCron,
  ...noticeCron,
  ...digestCron,
  ...moderationCron,
  ...limitCron,
  ...keyCron,
};

export async function startJobs(deps: Deps, schedule: Partial<typeof cron> = cron): Promise<JobRunner> {
  await resumeMail(deps);
  const rewrites = { digest: rewriteDigest(deps), ...connectionRewrites };
  return await runJobs({
    url: deps.directUrl,
    jobs,
    cron: schedule,
    deps: { ...deps, rewrites },
    log: deps.log,
  });
}
