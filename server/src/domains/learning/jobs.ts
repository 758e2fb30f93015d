import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'learning.partitions': object;
  }
}

export const learningJobs = {
  async 'learning.partitions'(_, { db }) {
    await db.query(sql`select create_review_partitions()`);
  },
} satisfies Jobs<{ db: Db }>;

export const learningCron = { 'learning.partitions': '17 2 * * *' };
