import type { Quality } from '@gyan/contract/scalars.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import type { Database, Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { enqueuePhotoDeletion, type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import { tellOfNewCard } from '#domains/notices/followers.ts';
import { tellOfMark } from '#domains/notices/tell.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { getVisiblePerson } from '#domains/users/actions.ts';
import { recordAudit } from '#domains/users/audit.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';
import type { Viewer } from '#http/viewer.ts';
import { type CardContent, type CardRow, isEdited, mapTexts, type NewCard } from './columns.ts';
import { checkDescription, describe, editDescription, titleOf } from './content.ts';
import { findCardAnswer } from './detail-queries.ts';
import { enqueueIllustration } from './jobs.ts';
import { canManageCard, canPostAs } from './policy.ts';
import { hashtagsIn, mergeTags } from './tags.ts';
import {
  deleteCard,
  findCard,
  insertCard,
  lockCard,
  updateCard,
  updateLock,
  updateQuality,
} from './write-queries.ts';

export interface CardDeps {
  db: Database;
  storage: Storage;
  limiter: Limiter;
}

export interface PreparedCard {
  card: Omit<NewCard, 'photoId'>;
  picture: PreparedPhoto | undefined;
}

/** Checks the form and decodes the picture. */
export async function prepareCard(
  deps: CardDeps,
  viewer: Viewer,
  form: ReceivedBody<'POST /r/post'>,
): Promise<PreparedCard> {
  const ownerId = await chooseOwner(deps.db, viewer, form.postAsUserId);
  const card = draftCard(form, ownerId);
  // Decoding is slow, so it is done before the transaction begins.
  const picture = form.photoBase64 ? await takePicture(deps, viewer, form.photoBase64) : undefined;
  return { card, picture };
}

/** Returns the JSON of the new card's feed item. */
export async function postCard(
  db: TransactionalDb,
  viewer: Viewer,
  { card, picture }: PreparedCard,
): Promise<string> {
  return db.transaction(async (tx) => {
    const photoId = picture ? (await savePhoto(tx, picture)).id : null;
    const id = await insertCard(tx, { ...card, photoId });
    await tellOfNewCard(tx, { cardId: id, ownerId: card.ownerId });
    if (card.videoId !== null && photoId === null) await enqueueIllustration(tx, id);
    if (card.ownerId !== viewer.userId) {
      await recordAudit(tx, {
        actorId: viewer.userId,
        action: 'card.post_as',
        target: { kind: 'card', id },
      });
    }
    return found(await findCardAnswer(tx, 'card-after-creation', id, viewer));
  });
}

async function chooseOwner(db: Db, viewer: Viewer, postAsUserId: number | undefined): Promise<number> {
  if (postAsUserId === undefined || postAsUserId === viewer.userId) return viewer.userId;
  if (!canPostAs(viewer, { id: postAsUserId, role: 'kCreator' })) {
    throw new ProblemError('forbidden', 'Only admins can post as somebody else.');
  }
  const person = await getVisiblePerson(db, viewer, postAsUserId);
  if (!canPostAs(viewer, person)) {
    throw new ProblemError('forbidden', 'Cards can only be posted as somebody who may create them.');
  }
  return person.id;
}

function draftCard(form: ReceivedBody<'POST /r/post'>, ownerId: number): Omit<NewCard, 'photoId'> {
  const description = describe(form);
  checkDescription(form.postType, description, form);
  const isVideo = form.postType === 'kVideo';
  const isAi = form.postType === 'kAIAssisted';
  return {
    ...description,
    ownerId,
    type: form.postType,
    title:
      form.title ?? titleOf({ htmlDesc: form.htmlDesc, text: description.text, aiPrompt: form.aiPrompt }),
    tags: mergeTags(splitTags(form.tagsText ?? ''), hashtagsIn(description.text)),
    ...mapTexts((name) => form[name] ?? null),
    videoId: (isVideo ? youtubeVideoId(form.embedVideoUrl ?? '') : undefined) ?? null,
    aiPrompt: (isAi ? form.aiPrompt : undefined) ?? null,
    aiModelName: (isAi ? form.aiModelName : undefined) ?? null,
  };
}

async function takePicture(
  deps: CardDeps,
  viewer: Viewer,
  photoBase64: ReceivedPhoto,
): Promise<PreparedPhoto> {
  await deps.limiter.consume('uploads', 'user', String(viewer.userId));
  return preparePhoto(deps, openPhoto(photoBase64));
}

/** Returns the edited card. */
export async function editCard(
  deps: CardDeps,
  viewer: Viewer,
  form: ReceivedBody<'PUT /r/post'>,
): Promise<string> {
  // Checked first, so that no photo is decoded for a user who may not change the card.
  checkChange(viewer, await findCard(deps.db, form.postId));
  const picture = form.photoBase64 ? await takePicture(deps, viewer, form.photoBase64) : undefined;
  return deps.db.transaction(async (tx) => {
    const before = checkChange(viewer, await lockCard(tx, form.postId));
    const after = { ...editContent(before, form), photoId: await choosePhoto(tx, before, form, picture) };
    if (isEdited(before, after)) {
      await updateCard(tx, before.id, after);
      await auditUnlessOwn(tx, viewer, before, 'card.edit');
    }
    if (before.photoId !== null && before.photoId !== after.photoId) {
      await enqueuePhotoDeletion(tx, before.photoId);
    }
    return found(await findCardAnswer(tx, 'card-after-edit', before.id, viewer));
  });
}

function editContent(before: CardRow, form: ReceivedBody<'PUT /r/post'>): Omit<CardContent, 'photoId'> {
  const description = editDescription(before, form);
  checkDescription(before.type, description, form);
  const named = hashtagsIn(before.text);
  const given =
    form.tagsText === undefined
      ? before.tags.filter((tag) => !named.includes(tag))
      : splitTags(form.tagsText ?? '');
  const texts = mapTexts((name) => (form[name] === undefined ? before[name] : form[name]));
  // A picture that is removed takes its description with it.
  if (form.altText === undefined && form.photoBase64 === null) texts.altText = null;
  return {
    ...description,
    ...texts,
    title: form.title ?? before.title,
    tags: mergeTags(given, hashtagsIn(description.text)),
  };
}

async function choosePhoto(
  tx: Transaction,
  before: CardRow,
  form: ReceivedBody<'PUT /r/post'>,
  picture: PreparedPhoto | undefined,
): Promise<number | null> {
  if (picture) return (await savePhoto(tx, picture)).id;
  return form.photoBase64 === null ? null : before.photoId;
}

export async function removeCard({ db }: { db: Database }, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const card = checkChange(viewer, await lockCard(tx, id));
    await deleteCard(tx, id);
    if (card.photoId !== null) await enqueuePhotoDeletion(tx, card.photoId);
    await auditUnlessOwn(tx, viewer, card, 'card.delete');
  });
}

/** Permission is checked first: other users do not learn whether a card is locked. */
function checkChange(viewer: Viewer, card: CardRow | undefined): CardRow {
  const known = found(card);
  if (!canManageCard(viewer, known)) {
    throw new ProblemError('forbidden', 'Only the owner of a card and admins can change it.');
  }
  if (known.locked) {
    throw new ProblemError('card_locked', 'This card is locked. An admin has to unlock it first.');
  }
  return known;
}

/** The title is left out: an audit row outlives the card. */
async function auditUnlessOwn(
  tx: Transaction,
  viewer: Viewer,
  card: CardRow,
  action: 'card.edit' | 'card.delete',
): Promise<void> {
  if (card.ownerId === viewer.userId) return;
  await recordAudit(tx, { actorId: viewer.userId, action, target: { kind: 'card', id: card.id } });
}

export async function lockOrUnlock(
  db: Database,
  viewer: Viewer,
  { id, locked }: { id: number; locked: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const card = found(await lockCard(tx, id));
    if (card.locked === locked) return;
    await updateLock(tx, id, locked);
    const lock = { kind: 'moderation', object: { kind: 'card', id } } as const;
    await tellOfMark(tx, viewer, lock, { ownerId: card.ownerId, marked: locked });
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: locked ? 'card.lock' : 'card.unlock',
      target: { kind: 'card', id },
    });
  });
}

export async function rateCard(
  db: Database,
  viewer: Viewer,
  { id, quality }: { id: number; quality: Quality },
): Promise<void> {
  await db.transaction(async (tx) => {
    const card = found(await lockCard(tx, id));
    const great = quality === 'kQualityGreat';
    if (card.great === great) return;
    await updateQuality(tx, id, great);
    const mark = { kind: 'great', object: { kind: 'card', id } } as const;
    await tellOfMark(tx, viewer, mark, { ownerId: card.ownerId, marked: great });
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: 'card.rate',
      target: { kind: 'card', id },
      detail: { quality },
    });
  });
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ProblemError('not_found', 'This card is not here, or not any more.');
  return row;
}
