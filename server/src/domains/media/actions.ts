import type { Db } from '#db/pool.ts';
import { contentKey } from '#domains/storage/keys.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { photoFiles, sizeNames, storageKey } from './files.ts';
import { makePicture } from './picture.ts';
import { findPhotoByKey, type PhotoRow, upsertPhoto } from './queries.ts';

/** Everything about a photo but its id: its files are stored, its row is not written yet. */
export type PreparedPhoto = Omit<PhotoRow, 'id'>;

/**
 * The slow half: decodes, encodes and stores. Call it before a transaction opens and `savePhoto` inside it, so
 * that the row comes and goes with whatever shows the photo. Files without a row do no harm: the
 * same picture will find them again.
 */
export async function preparePhoto(
  deps: { db: Db; storage: Storage },
  bytes: Uint8Array,
): Promise<PreparedPhoto> {
  const key = contentKey(bytes);
  const known = await findPhotoByKey(deps.db, key);
  if (known) return known;
  const { files, ...picture } = await makePicture(bytes);
  await Promise.all(
    sizeNames.map((size) => deps.storage.put(storageKey(key, size), files[size], photoFiles[size])),
  );
  return { key, ...picture };
}

export function savePhoto(tx: Db, photo: PreparedPhoto): Promise<PhotoRow> {
  return upsertPhoto(tx, photo);
}

/** Both halves, where nothing else is written with the photo. */
export async function storePhoto(deps: { db: Db; storage: Storage }, bytes: Uint8Array): Promise<PhotoRow> {
  return savePhoto(deps.db, await preparePhoto(deps, bytes));
}
