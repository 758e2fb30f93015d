import { inputLimits, lengths } from '@gyan/contract/limits.ts';
import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { enqueuePhotoDeletion, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { photoUrl } from '#domains/media/files.ts';
import { isPictureFailure, isTemporary } from '#domains/media/picture-failures.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue } from '#jobs/queue.ts';
import { fetchBytes, OutboundError } from '#lib/outbound.ts';
import { findPhotoSource, lockPhotoSource, updatePhotoSource, updateSocialPhoto } from './account-queries.ts';

type Origins = Config['socialPhotoOrigins'];

/** The URL if its origin is configured, else undefined. `https://*.example.org` allows subdomains. */
export function allowedPhoto(value: unknown, origins: Origins): URL | undefined {
  const url = typeof value === 'string' && value.length <= lengths.url ? URL.parse(value) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const isAllowed = origins.some((origin) => {
    const [protocol = '', suffix] = origin.split('*');
    return suffix === undefined
      ? url.origin === origin
      : url.origin.startsWith(protocol) && url.origin.endsWith(suffix);
  });
  return isAllowed ? url : undefined;
}

/** Seconds before each retry, the last one first. */
const retryDelays = [3_600, 60];
const fetchLimits = { timeoutMs: 5_000, maxBytes: inputLimits.imageBytes };

/** Copies the photo in a job after the sign-in, unless it is already stored. */
export async function enqueuePhotoCopy(
  tx: Transaction,
  userId: number,
  photo: unknown,
  origins: Origins,
): Promise<void> {
  const url = allowedPhoto(photo, origins);
  if (url && (await updatePhotoSource(tx, userId, url.href)))
    await enqueueCopy(tx, userId, retryDelays.length);
}

async function enqueueCopy(tx: Transaction, userId: number, triesLeft: number): Promise<void> {
  const pause = retryDelays[triesLeft] ?? 0;
  await enqueue(
    tx,
    'auth.copyPhoto',
    { userId, triesLeft },
    // One at a time: a slow host must not block other jobs.
    {
      key: `auth.copyPhoto:${userId}`,
      queue: 'social photos',
      runAt: new Date(Date.now() + pause * 1_000),
    },
  );
}

interface CopyDeps {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'socialPhotoOrigins'>;
  log: JobLog;
}

export async function copyPhoto(
  deps: CopyDeps,
  { userId, triesLeft }: { userId: number; triesLeft: number },
  signal: AbortSignal,
): Promise<void> {
  try {
    await copyOnce(deps, userId, signal);
  } catch (error) {
    const canRetry = triesLeft > 0 && isTemporary(error);
    if (!canRetry && !isPictureFailure(error)) throw error;
    deps.log.info({ userId, triesLeft, reason: String(error) }, 'a social photo was not copied');
    if (canRetry) await deps.db.transaction((tx) => enqueueCopy(tx, userId, triesLeft - 1));
  }
}

async function copyOnce(deps: CopyDeps, userId: number, signal: AbortSignal): Promise<void> {
  const source = await findPhotoSource(deps.db, userId);
  // The configuration may have changed since the sign-in.
  const url = allowedPhoto(source, deps.config.socialPhotoOrigins);
  if (!url) return;
  const { status, bytes } = await fetchBytes(url, { ...fetchLimits, signal });
  if (status !== 200) throw new OutboundError(`${url.origin} answered ${status}`, { status });
  const picture = await preparePhoto(deps, bytes);
  await deps.db.transaction(async (tx) => {
    const user = await lockPhotoSource(tx, userId);
    // A newer sign-in has another photo, or the account is deleted.
    if (!user || user.source !== source) return;
    const { id, key } = await savePhoto(tx, picture);
    await updateSocialPhoto(tx, userId, { id, url: photoUrl(key, 'sm') });
    if (user.photoId !== null && user.photoId !== id) await enqueuePhotoDeletion(tx, user.photoId);
  });
}
