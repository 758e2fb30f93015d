import type { Db, Transaction } from '#db/pool.ts';
import { contentKey } from '#domains/storage/keys.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { enqueue } from '#jobs/queue.ts';
import type { Original } from './base64.ts';
import type { Picture } from './conversion.ts';
import { photoFiles, sizeNames, storageKey } from './files.ts';
import { convertInWorker } from './image-worker.ts';
import { type PhotoRow, touchPhoto, upsertPhoto } from './queries.ts';
import { fromStorage } from './stored.ts';

/** Everything about a photo but its id: its files are stored, its row is not written yet. */
export type PreparedPhoto = Omit<PhotoRow, 'id'>;

/**
 * The slow half: decodes, encodes and stores the files. Call it before a transaction with the plain database, and `savePhoto` inside the
 * transaction, so that the row is written together with what shows the photo. Files without a row do no harm: the same picture uses them
 * again.
 */
export async function preparePhoto(
  deps: { db: Db; storage: Storage },
  original: Uint8Array | Original,
  make: (bytes: Uint8Array) => Promise<Picture> = convertInWorker,
): Promise<PreparedPhoto> {
  const isBare = original instanceof Uint8Array;
  const key = isBare ? contentKey(original) : original.key;
  const known = await findStoredPhoto(deps, key);
  if (known) return known;
  const { files, ...picture } = await make(isBare ? original : original.bytes);
  const puts = sizeNames.map((size) =>
    deps.storage.put(storageKey(key, size), files[size], photoFiles[size]),
  );
  await fromStorage(Promise.all(puts));
  return { key, ...picture };
}

/** Finds a stored picture by its key and marks it as used; the mark must be committed before its files are checked. */
export async function findStoredPhoto(
  deps: { db: Db; storage: Storage },
  key: string,
): Promise<PreparedPhoto | undefined> {
  const known = await touchPhoto(deps.db, key);
  return known && (await fromStorage(isStored(deps.storage, key))) ? known : undefined;
}

export function savePhoto(tx: Db, photo: PreparedPhoto): Promise<PhotoRow> {
  return upsertPhoto(tx, photo);
}

/** Both halves, where nothing else is written with the photo. */
export async function storePhoto(deps: { db: Db; storage: Storage }, bytes: Uint8Array): Promise<PhotoRow> {
  return savePhoto(deps.db, await preparePhoto(deps, bytes));
}

/** Files may be gone while the row is there, when a process died between removing the one and the other. */
async function isStored(storage: Storage, key: string): Promise<boolean> {
  const found = await Promise.all(sizeNames.map((size) => storage.exists(storageKey(key, size))));
  return found.every(Boolean);
}

/** Something has stopped showing this photo: its row and files go, unless something else shows it. */
export async function dropPhoto(tx: Transaction, photoId: number): Promise<void> {
  await enqueue(tx, 'media.drop', { photoId }, { key: `media.drop:${photoId}` });
}
