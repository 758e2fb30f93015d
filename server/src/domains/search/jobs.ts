import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { updateWords } from './queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'search.forget': object;
  }
}

export const searchJobs = {
  async 'search.forget'(_, { db }) {
    await updateWords(db);
  },
} satisfies Jobs<{ db: Database }>;

export const searchCron = { 'search.forget': '47 3 * * *' };
