import type { Database } from '#db/pool.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { enqueue, type Jobs } from '#jobs/queue.ts';
import { sizeNames, storageKey } from './files.ts';
import { deletePhoto, lockPhoto } from './queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'media.drop': { photoId: number };
  }
}

/** Longer than any upload takes between finding its picture and showing it. */
const minAgeMs = 5 * 60 * 1000;

export const mediaJobs = {
  /**
   * The row stays locked until the files are deleted, so a concurrent upload of the same picture waits and then stores
   * it again.
   */
  async 'media.drop'({ photoId }, { db, storage }) {
    try {
      await db.transaction(async (tx) => {
        const photo = await lockPhoto(tx, photoId);
        if (!photo) return;
        const restsUntil = new Date(photo.uploaded_at.getTime() + minAgeMs);
        if (restsUntil > new Date()) {
          await enqueue(tx, 'media.drop', { photoId }, { key: `media.drop:${photoId}`, runAt: restsUntil });
          return;
        }
        await deletePhoto(tx, photoId);
        await Promise.all(sizeNames.map((size) => storage.delete(storageKey(photo.key, size))));
      });
    } catch (error) {
      if (!isStillShown(error)) throw error;
    }
  },
} satisfies Jobs<{ db: Database; storage: Storage }>;

/** The row is still referenced. */
export function isStillShown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
