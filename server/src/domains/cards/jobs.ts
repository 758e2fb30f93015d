import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { isPictureFailure, isTemporary } from '#domains/media/picture-failures.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { fetchThumbnail } from '#domains/video/thumbnails.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue, type Jobs } from '#jobs/queue.ts';
import { addPhotoToRevisions } from './revision-queries.ts';
import { findBareVideo, lockCard, updatePhoto } from './write-queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'cards.illustrate': { cardId: number; triesLeft: number };
  }
}

/** Seconds before each retry, the last one first. */
const retryDelays = [86_400, 3_600, 600, 60, 10];

/** Makes the video's thumbnail the picture of the card, as a job: posting does not wait for another site. */
export async function enqueueIllustration(
  tx: Transaction,
  cardId: number,
  triesLeft = retryDelays.length,
): Promise<void> {
  const pause = retryDelays[triesLeft] ?? 0;
  await enqueue(
    tx,
    'cards.illustrate',
    { cardId, triesLeft },
    // A queue of its own: a slow site must not block other jobs.
    { key: `cards.illustrate:${cardId}`, queue: 'videos', runAt: new Date(Date.now() + pause * 1_000) },
  );
}

interface IllustrateDeps {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'youtube'>;
  log: JobLog;
}

export const cardJobs = {
  async 'cards.illustrate'({ cardId, triesLeft }, deps, { signal }) {
    try {
      await illustrate(deps, cardId, signal);
    } catch (error) {
      const canRetry = triesLeft > 0 && isTemporary(error);
      if (!canRetry && !isPictureFailure(error)) throw error;
      deps.log.info({ cardId, triesLeft, reason: String(error) }, 'a video has no picture yet');
      if (canRetry) await deps.db.transaction((tx) => enqueueIllustration(tx, cardId, triesLeft - 1));
    }
  },
} satisfies Jobs<IllustrateDeps>;

async function illustrate(deps: IllustrateDeps, cardId: number, signal: AbortSignal): Promise<void> {
  const videoId = await findBareVideo(deps.db, cardId);
  if (videoId === undefined) return;
  const bytes = await fetchThumbnail(deps.config.youtube, videoId, signal);
  if (!bytes) return;
  const picture = await preparePhoto(deps, bytes);
  await deps.db.transaction(async (tx) => {
    const card = await lockCard(tx, cardId);
    // The card may have been deleted, or given a picture or another video since.
    if (card?.photoId !== null || card.videoId !== videoId) return;
    const { id: photoId } = await savePhoto(tx, picture);
    await updatePhoto(tx, cardId, photoId);
    await addPhotoToRevisions(tx, cardId, photoId);
  });
}
