import type { Db, Transaction } from '#db/pool.ts';
import { contentKey, keyOfHash } from '#domains/storage/keys.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';
import { enqueue } from '#jobs/queue.ts';
import type { Picture } from './conversion.ts';
import { photoFiles, sizeNames, storageKey } from './files.ts';
import { convertInWorker } from './image-worker.ts';
import { type PhotoRow, touchPhoto, upsertPhoto } from './queries.ts';
import { unavailableOnError } from './storage-errors.ts';

/** A photo without its id: its files are stored, its row is not. */
export type PreparedPhoto = Omit<PhotoRow, 'id'>;

/**
 * Decodes, encodes and stores the files, which is slow. Call it before the transaction, and `savePhoto` inside, so that
 * the row commits with what shows the photo. Files without a row are harmless: the same picture reuses them.
 */
export async function preparePhoto(
  deps: { db: Db; storage: Storage },
  photo: Uint8Array | ReceivedPhoto,
  make: (bytes: Uint8Array) => Promise<Picture> = convertInWorker,
): Promise<PreparedPhoto> {
  const isBare = photo instanceof Uint8Array;
  const key = isBare ? contentKey(photo) : keyOfHash(photo.sha256);
  const known = await findStoredPhoto(deps, key);
  if (known) return known;
  const { files, ...picture } = await make(isBare ? photo : photo.bytes);
  if (!isBare) photo.free();
  const puts = sizeNames.map((size) =>
    deps.storage.put(storageKey(key, size), files[size], photoFiles[size]),
  );
  await unavailableOnError(Promise.all(puts));
  return { key, ...picture };
}

/** Finds a stored picture by its key and marks it as used. Commit the mark before checking the files. */
export async function findStoredPhoto(
  deps: { db: Db; storage: Storage },
  key: string,
): Promise<PreparedPhoto | undefined> {
  const known = await touchPhoto(deps.db, key);
  return known && (await unavailableOnError(isStored(deps.storage, key))) ? known : undefined;
}

export function savePhoto(tx: Db, photo: PreparedPhoto): Promise<PhotoRow> {
  return upsertPhoto(tx, photo);
}

/** Files may be missing although the row exists, if a process crashed while deleting both. */
async function isStored(storage: Storage, key: string): Promise<boolean> {
  const found = await Promise.all(sizeNames.map((size) => storage.exists(storageKey(key, size))));
  return found.every(Boolean);
}

/** Enqueues deletion of the photo's row and files, unless it is still shown elsewhere. */
export async function enqueuePhotoDeletion(tx: Transaction, photoId: number): Promise<void> {
  await enqueue(tx, 'media.drop', { photoId }, { key: `media.drop:${photoId}` });
}
