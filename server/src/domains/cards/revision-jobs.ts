import type { Database } from '#db/pool.ts';
import { enqueuePhotoDeletion } from '#domains/media/actions.ts';
import type { Jobs } from '#jobs/queue.ts';
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
        for (const photoId of deleted.photoIds) await enqueuePhotoDeletion(tx, photoId);
        return deleted.count;
      });
      if (count < batchSize) return;
    }
  },
} satisfies Jobs<{ db: Database }>;

export const revisionCron = { 'cards.forget': '41 2 * * *' };
