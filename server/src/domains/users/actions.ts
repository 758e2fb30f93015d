import type { Database, Db } from '#db/pool.ts';
import { enqueuePhotoDeletion, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { ProblemError } from '#http/problems.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';
import type { Viewer } from '#http/viewer.ts';
import { canSee } from './policy.ts';
import {
  findPersonForViewer,
  findUser,
  lockUser,
  type PersonForViewerRow,
  type UserRow,
  updatePhoto,
} from './queries.ts';

export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw userNotFound();
  return user;
}

/** Ignores blocks: for actions of an admin on a user they have blocked. */
export async function getPersonForViewer(db: Db, viewer: Viewer, id: number): Promise<PersonForViewerRow> {
  const person = await findPersonForViewer(db, viewer, id);
  if (!person) throw userNotFound();
  return person;
}

export async function getVisiblePerson(db: Db, viewer: Viewer, id: number): Promise<PersonForViewerRow> {
  const person = await findPersonForViewer(db, viewer, id);
  if (!person || person.hidden || !canSee(viewer, person)) throw userNotFound();
  return person;
}

/** Decoding is slow, so it is done before the transaction begins. */
export async function changePhoto(
  deps: { db: Database; storage: Storage },
  viewer: Viewer,
  photoBase64: ReceivedPhoto,
): Promise<UserRow> {
  const picture = await preparePhoto(deps, openPhoto(photoBase64));
  return deps.db.transaction(async (tx) => {
    const before = await lockUser(tx, viewer.userId);
    const photo = await savePhoto(tx, picture);
    await updatePhoto(tx, viewer.userId, photo.id);
    if (before?.photo_id && before.photo_id !== photo.id) await enqueuePhotoDeletion(tx, before.photo_id);
    return getUser(tx, viewer.userId);
  });
}

export function userNotFound(): ProblemError {
  return new ProblemError('not_found', 'This person is not here, or not any more.');
}
