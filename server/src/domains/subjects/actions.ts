import type { LinkState } from '@gyan/contract/links.ts';
import type { Quality } from '@gyan/contract/scalars.ts';
import type { Database, Transaction, TransactionalDb } from '#db/pool.ts';
import { putInList } from '#db/ranked-list.ts';
import { returnStrayChains } from '#domains/chains/lists.ts';
import { dropPhoto, type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { recordAct } from '#domains/users/audit.ts';
import { type ListOfPerson, putInListOf, takeFromListOf } from '#domains/users/lists.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { canManageSubject } from './policy.ts';
import { findSubjectAnswer } from './queries.ts';
import {
  deleteSubject,
  enterSubject,
  findSubject,
  holdSubject,
  insertSubject,
  lockChainsOf,
  lockSubject,
  type SubjectRow,
  updateSubject,
  updateSubjectQuality,
} from './write-queries.ts';

export interface SubjectDeps {
  db: Database;
  storage: Storage;
}

export const userSubjects: ListOfPerson = {
  table: 'user_subjects',
  parent: { column: 'user_id', table: 'users' },
  item: 'subject_id',
};

/** Puts the new subject at the end of its owner's list. */
export async function createSubject(
  db: TransactionalDb,
  viewer: Viewer,
  form: Pick<ReceivedBody<'POST /r/subject'>, 'title' | 'desc'>,
  picture: PreparedPhoto,
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await insertSubject(tx, {
      ownerId: viewer.userId,
      title: form.title,
      desc: form.desc ?? null,
      photoId: (await savePhoto(tx, picture)).id,
    });
    const placed = await putInList(tx, userSubjects, { parentId: viewer.userId, itemId: id });
    return found(await findSubjectAnswer(tx, id, viewer, placed?.state.rank));
  });
}

/** Answers the subject as it is afterwards. */
export async function editSubject(
  deps: SubjectDeps,
  viewer: Viewer,
  form: ReceivedBody<'PUT /r/subject'>,
): Promise<string> {
  // Nobody's picture is decoded for a subject that is not theirs.
  checkManaged(viewer, await findSubject(deps.db, form.subjectId));
  const picture = form.photoBase64 ? await preparePhoto(deps, openPhoto(form.photoBase64)) : undefined;
  return deps.db.transaction(async (tx) => {
    const before = checkManaged(viewer, await lockSubject(tx, form.subjectId));
    const after = {
      title: form.title ?? before.title,
      desc: form.desc === undefined ? before.desc : form.desc,
      photoId: picture ? (await savePhoto(tx, picture)).id : before.photoId,
    };
    const isAnother = before.photoId !== after.photoId;
    if (after.title !== before.title || after.desc !== before.desc || isAnother) {
      await updateSubject(tx, before.id, after);
      await recordIfAnothers(tx, viewer, before, 'subject.edit');
    }
    if (before.photoId !== null && isAnother) await dropPhoto(tx, before.photoId);
    return found(await findSubjectAnswer(tx, before.id, viewer));
  });
}

export async function removeSubject(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await enterSubject(tx, id);
    checkManaged(viewer, await findSubject(tx, id));
    const chainIds = await lockChainsOf(tx, [id]);
    const subject = checkManaged(viewer, await lockSubject(tx, id));
    await deleteSubject(tx, id);
    await returnStrayChains(tx, chainIds);
    if (subject.photoId !== null) await dropPhoto(tx, subject.photoId);
    await recordIfAnothers(tx, viewer, subject, 'subject.delete');
  });
}

export async function rateSubject(
  db: Database,
  viewer: Viewer,
  { id, quality }: { id: number; quality: Quality },
): Promise<void> {
  await db.transaction(async (tx) => {
    const subject = found(await lockSubject(tx, id));
    const great = quality === 'kQualityGreat';
    if (subject.great === great) return;
    await updateSubjectQuality(tx, id, great);
    await recordAct(tx, {
      actorId: viewer.userId,
      act: 'subject.rate',
      target: { kind: 'subject', id },
      detail: { quality },
    });
  });
}

export function linkSubjectToPerson(
  db: Database,
  viewer: Viewer,
  { userId, subjectId, subjectRank }: ReceivedBody<'PUT /r/link_user_subject'>,
): Promise<LinkState> {
  return putInListOf(
    db,
    viewer,
    userSubjects,
    { userId, itemId: subjectId, rank: subjectRank },
    async (tx) => void found(await holdSubject(tx, viewer, subjectId)),
  );
}

export async function unlinkSubjectFromPerson(
  db: Database,
  viewer: Viewer,
  { userId, subjectId }: ReceivedBody<'PUT /r/unlink_user_subject'>,
): Promise<void> {
  const taken = await takeFromListOf(db, viewer, userSubjects, { userId, itemId: subjectId });
  if (!taken) found(await findSubject(db, subjectId));
}

export function checkManaged(viewer: Viewer, subject: SubjectRow | undefined): SubjectRow {
  const known = found(subject);
  if (!canManageSubject(viewer, known)) {
    throw new ProblemError('forbidden', 'Only the owner of a subject and admins can change it.');
  }
  return known;
}

/** No title in it: what is written down about a subject that is gone could not be forgotten with it. */
export async function recordIfAnothers(
  tx: Transaction,
  viewer: Viewer,
  subject: SubjectRow,
  act: 'subject.edit' | 'subject.delete' | 'subject.put_chain' | 'subject.take_chain',
): Promise<void> {
  if (subject.ownerId === viewer.userId) return;
  await recordAct(tx, { actorId: viewer.userId, act, target: { kind: 'subject', id: subject.id } });
}

export function found<T>(thing: T | undefined): T {
  if (thing === undefined) {
    throw new ProblemError('not_found', 'This subject is not here, or not any more.');
  }
  return thing;
}
