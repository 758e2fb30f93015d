import type { Transaction } from '#db/pool.ts';
import { enqueuePhotoDeletion } from '#domains/media/actions.ts';
import { enqueueSceneDeletion } from '#domains/scenes/actions.ts';

/** The pictures of cards and revisions, and what they show. */
export interface Pictures {
  photoIds: ReadonlySet<number>;
  sceneIds: ReadonlySet<number>;
}

export interface PictureRow {
  photoId: number | null;
  sceneId: number | null;
}

export function picturesOf(rows: readonly PictureRow[]): Pictures {
  return {
    photoIds: new Set(rows.flatMap(({ photoId }) => photoId ?? [])),
    sceneIds: new Set(rows.flatMap(({ sceneId }) => sceneId ?? [])),
  };
}

/** Enqueues deletion of those that nothing else shows. */
export async function dropPictures(tx: Transaction, { photoIds, sceneIds }: Pictures): Promise<void> {
  for (const sceneId of sceneIds) await enqueueSceneDeletion(tx, sceneId);
  for (const photoId of photoIds) await enqueuePhotoDeletion(tx, photoId);
}
