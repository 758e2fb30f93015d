import type { LinkState } from '@gyan/contract/links.ts';
import type { Database, TransactionalDb } from '#db/pool.ts';
import { relistUnlistedChains } from '#domains/chains/lists.ts';
import {
  auditUnlessOwn,
  checkManaged,
  createCollection,
  editCollection,
  found as foundOf,
  saveCollection,
  unsaveCollection,
} from '#domains/collections/actions.ts';
import { subjects } from '#domains/collections/collection.ts';
import { deleteCollection, findCollection, lockCollection } from '#domains/collections/write-queries.ts';
import { enqueuePhotoDeletion, type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import { followSaved, unfollowSaved } from '#domains/notices/follow-queries.ts';
import type { Storage } from '#domains/storage/storage.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import type { Viewer } from '#http/viewer.ts';
import { findSubjectAnswer } from './queries.ts';
import { enterSubject, lockChainsOf } from './write-queries.ts';

export interface SubjectDeps {
  db: Database;
  storage: Storage;
}

/** Adds the new subject at the end of its owner's list. */
export async function createSubject(
  db: TransactionalDb,
  viewer: Viewer,
  form: Pick<ReceivedBody<'POST /r/subject'>, 'title' | 'desc' | 'visibility'>,
  picture: PreparedPhoto,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { id, rank } = await createCollection(tx, viewer, subjects, {
      title: form.title,
      desc: form.desc ?? null,
      photoId: (await savePhoto(tx, picture)).id,
      visibility: form.visibility ?? 'public',
    });
    return found(await findSubjectAnswer(tx, id, viewer, rank));
  });
}

/** Returns the edited subject. */
export async function editSubject(
  deps: SubjectDeps,
  viewer: Viewer,
  form: ReceivedBody<'PUT /r/subject'>,
): Promise<string> {
  // Checked first, so that no photo is decoded for a user who may not change the subject.
  checkManaged(subjects, viewer, await findCollection(deps.db, subjects, form.subjectId));
  const picture = form.photoBase64 ? await preparePhoto(deps, openPhoto(form.photoBase64)) : undefined;
  return deps.db.transaction(async (tx) => {
    const before = checkManaged(subjects, viewer, await lockCollection(tx, subjects, form.subjectId));
    const photoId = picture ? (await savePhoto(tx, picture)).id : before.photoId;
    await editCollection(tx, viewer, subjects, before, {
      title: form.title ?? before.title,
      desc: form.desc === undefined ? before.desc : form.desc,
      photoId,
      visibility: form.visibility ?? before.visibility,
    });
    if (before.photoId !== null && before.photoId !== photoId) await enqueuePhotoDeletion(tx, before.photoId);
    return found(await findSubjectAnswer(tx, before.id, viewer));
  });
}

export async function removeSubject(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await enterSubject(tx, id);
    checkManaged(subjects, viewer, await findCollection(tx, subjects, id));
    const chainIds = await lockChainsOf(tx, [id]);
    const subject = checkManaged(subjects, viewer, await lockCollection(tx, subjects, id));
    await deleteCollection(tx, subjects, id);
    await relistUnlistedChains(tx, chainIds);
    if (subject.photoId !== null) await enqueuePhotoDeletion(tx, subject.photoId);
    await auditUnlessOwn(tx, viewer, subjects, subject, 'delete');
  });
}

/** A subject that is new in the list is followed, without push messages. */
export function linkSubjectToPerson(
  db: Database,
  viewer: Viewer,
  { userId, subjectId, subjectRank }: ReceivedBody<'PUT /r/link_user_subject'>,
): Promise<LinkState> {
  const entry = { userId, itemId: subjectId, rank: subjectRank };
  return saveCollection(db, viewer, subjects, entry, (tx) => followSaved(tx, userId, subjectId));
}

export function unlinkSubjectFromPerson(
  db: Database,
  viewer: Viewer,
  { userId, subjectId }: ReceivedBody<'PUT /r/unlink_user_subject'>,
): Promise<void> {
  const entry = { userId, itemId: subjectId };
  return unsaveCollection(db, viewer, subjects, entry, (tx) => unfollowSaved(tx, userId, subjectId));
}

export function found<T>(row: T | undefined): T {
  return foundOf('subject', row);
}
