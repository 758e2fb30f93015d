import sql from 'sql-template-tag';
import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { tellReviewsDue } from './review-notices.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'learning.partitions': object;
    'learning.tellDue': object;
  }
}

export const learningJobs = {
  async 'learning.partitions'(_, { db }) {
    await db.query(sql`select create_review_partitions()`);
  },

  async 'learning.tellDue'(_, { db }, { signal }) {
    await tellReviewsDue(db, signal);
  },
} satisfies Jobs<{ db: Database }>;

// Four times an hour: some time zones differ by 15 minutes.
export const learningCron = { 'learning.partitions': '17 2 * * *', 'learning.tellDue': '*/15 * * * *' };
