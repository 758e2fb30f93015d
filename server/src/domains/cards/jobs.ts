import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { isForeign, isPassing } from '#domains/media/foreign-picture.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { fetchThumbnail } from '#domains/video/thumbnails.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue, type Jobs } from '#jobs/queue.ts';
import { findBareVideo, lockCard, updatePhoto } from './write-queries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'cards.illustrate': { cardId: number; triesLeft: number };
  }
}

/** Seconds to the next try, the last one first: whoever is away for a moment is asked again soon, for a day in all. */
const pauses = [86_400, 3_600, 600, 60, 10];

/** A video's own still becomes the card's picture, soon after the card is there: nobody who posts waits for another site. */
export async function illustrateLater(
  tx: Transaction,
  cardId: number,
  triesLeft = pauses.length,
): Promise<void> {
  const pause = pauses[triesLeft] ?? 0;
  await enqueue(
    tx,
    'cards.illustrate',
    { cardId, triesLeft },
    // One at a time: a site that keeps us waiting must not take every place that other jobs have.
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
      const another = triesLeft > 0 && isPassing(error);
      if (!another && !isForeign(error)) throw error;
      deps.log.info({ cardId, triesLeft, reason: String(error) }, 'a video has no picture yet');
      if (another) await deps.db.transaction((tx) => illustrateLater(tx, cardId, triesLeft - 1));
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
    // Somebody may have given it a picture meanwhile, or taken it away.
    if (card?.photoId !== null) return;
    await updatePhoto(tx, cardId, (await savePhoto(tx, picture)).id);
  });
}
