import type { Database } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { dropPictures } from './pictures.ts';
import { deleteOldRevisions } from './revision-queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'cards.forget': object;
  }
}

const batchSize = 1000;

export const revisionJobs = {
  /** Deletes revisions after a year. Their pictures are deleted unless something else shows them. */
  async 'cards.forget'(_, { db }, { signal }) {
    for (;;) {
      signal.throwIfAborted();
      const count = await db.transaction(async (tx) => {
        const deleted = await deleteOldRevisions(tx, batchSize);
        await dropPictures(tx, deleted.pictures);
        return deleted.count;
      });
      if (count < batchSize) return;
    }
  },
} satisfies Jobs<{ db: Database }>;

export const revisionCron = { 'cards.forget': '41 2 * * *' };
