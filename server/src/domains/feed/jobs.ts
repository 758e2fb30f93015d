import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { deleteEnded } from './activity-queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'feed.forget': object;
  }
}

export const feedJobs = {
  async 'feed.forget'(_, { db }) {
    await deleteEnded(db);
  },
} satisfies Jobs<{ db: Database }>;

export const feedCron = { 'feed.forget': '41 * * * *' };
