import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { deleteExpiredProofs } from './browser-queries.ts';
import { endAllLostFactors } from './lost-factors.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'factors.tidy': object;
  }
}

export const factorJobs = {
  async 'factors.tidy'(_, deps) {
    await endAllLostFactors(deps);
    await deleteExpiredProofs(deps.db);
  },
} satisfies Jobs<{ db: Database; config: Config }>;

export const factorCron = { 'factors.tidy': '23 * * * *' };
