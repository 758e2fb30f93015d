import type { Database } from '#db/pool.ts';
import { enqueuePhotoDeletion } from '#domains/media/actions.ts';
import { isStillShown } from '#domains/media/jobs.ts';
import type { Jobs } from '#jobs/queue.ts';
import { deleteScene } from './queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'scenes.drop': { sceneId: number };
  }
}

export const sceneJobs = {
  /** The photo that was drawn on is deleted with it, unless something else shows it. */
  async 'scenes.drop'({ sceneId }, { db }) {
    try {
      await db.transaction(async (tx) => {
        const photoId = await deleteScene(tx, sceneId);
        if (photoId !== null) await enqueuePhotoDeletion(tx, photoId);
      });
    } catch (error) {
      if (!isStillShown(error)) throw error;
    }
  },
} satisfies Jobs<{ db: Database }>;
