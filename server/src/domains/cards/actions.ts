import { splitTags } from '@gyan/contract/tags.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import type { Database, Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { type Rating, rateContent } from '#domains/collections/rating.ts';
import { type PreparedPhoto, preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { openPhoto } from '#domains/media/base64.ts';
import { tellOfNewCard } from '#domains/notices/followers.ts';
import { tellOfMark } from '#domains/notices/tell.ts';
import { saveScene } from '#domains/scenes/actions.ts';
import { type ParsedScene, parseScene, sceneNeedsPicture } from '#domains/scenes/parse.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { getVisiblePerson } from '#domains/users/actions.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { getLicense } from '#domains/users/queries.ts';
import { canRead } from '#domains/visibility/policy.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { ReceivedPhoto } from '#http/received-photo.ts';
import type { Viewer } from '#http/viewer.ts';
import { type CardEdit, type CardRow, isEdited, mapTexts, type NewCard } from './columns.ts';
import { checkDescription, type Description, describe, titleOf } from './content.ts';
import { findCardAnswer } from './detail-queries.ts';
import {
  applyEdit,
  chooseTime,
  drawnNeedsScene,
  needsIllustration,
  removesPhoto,
  settleScene,
  storeEdit,
} from './edits.ts';
import { enqueueIllustration } from './jobs.ts';
import { dropPictures } from './pictures.ts';
import { canManageCard, canPostAs, canPublish } from './policy.ts';
import { type EditOrigin, listPictures } from './revision-queries.ts';
import { hashtagsIn, mergeTags } from './tags.ts';
import {
  deleteCard,
  findCard,
  insertCard,
  isLockedByDecision,
  lockCard,
  updateLock,
} from './write-queries.ts';

export interface CardDeps {
  db: Database;
  storage: Storage;
  limiter: Limiter;
}

export interface PreparedCard {
  card: Omit<NewCard, 'photoId' | 'sceneId'>;
  picture: PreparedPhoto | undefined;
  scene: ParsedScene | undefined;
}

/** Checks the form and decodes the picture. */
export async function prepareCard(
  deps: CardDeps,
  viewer: Viewer,
  form: ReceivedBody<'POST /r/post'>,
): Promise<PreparedCard> {
  const ownerId = await chooseOwner(deps.db, viewer, form.postAsUserId);
  const scene = readScene(form);
  if (form.postType === 'kDrawn' && !scene && form.visibility !== 'draft') throw drawnNeedsScene();
  const card = { ...newCard(form), ownerId, license: form.license ?? (await getLicense(deps.db, ownerId)) };
  // Decoding is slow, so it is done before the transaction begins.
  const picture = form.photoBase64 ? await takePicture(deps, viewer, form.photoBase64) : undefined;
  return { card, picture, scene };
}

/** Returns the JSON of the new card's feed item. */
export async function postCard(
  db: TransactionalDb,
  viewer: Viewer,
  { card, picture, scene }: PreparedCard,
): Promise<string> {
  return db.transaction(async (tx) => {
    const photoId = picture ? (await savePhoto(tx, picture)).id : null;
    const sceneId = scene ? await saveScene(tx, scene, { userId: viewer.userId }) : null;
    const altText = card.altText ?? scene?.altText ?? null;
    const id = await insertCard(tx, { ...card, photoId, sceneId, altText });
    await tellOfNewCard(tx, { cardId: id, ownerId: card.ownerId });
    if (needsIllustration({ ...card, photoId, sceneId })) await enqueueIllustration(tx, id);
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

function newCard(
  form: ReceivedBody<'POST /r/post'>,
): Omit<NewCard, 'photoId' | 'sceneId' | 'ownerId' | 'license'> {
  const description = describe(form);
  const visibility = form.visibility ?? 'public';
  const isVideo = form.postType === 'kVideo';
  const isAi = form.postType === 'kAIAssisted';
  return {
    ...description,
    visibility,
    publishAt: chooseTime(form.publishAt, { visibility, before: null }),
    type: form.postType,
    title: visibility === 'draft' ? (form.title ?? '') : titleOfNew(form, description),
    tags: mergeTags(splitTags(form.tagsText ?? ''), hashtagsIn(description.text)),
    ...mapTexts((name) => form[name] ?? null),
    videoId: (isVideo ? youtubeVideoId(form.embedVideoUrl ?? '') : undefined) ?? null,
    aiPrompt: (isAi ? form.aiPrompt : undefined) ?? null,
    aiModelName: (isAi ? form.aiModelName : undefined) ?? null,
  };
}

function titleOfNew(form: ReceivedBody<'POST /r/post'>, description: Description): string {
  checkDescription(form.postType, description, form);
  return form.title ?? titleOf({ htmlDesc: form.htmlDesc, text: description.text, aiPrompt: form.aiPrompt });
}

/** A scene describes the picture that is sent with it. */
function readScene(form: {
  scene?: string | null | undefined;
  photoBase64?: ReceivedPhoto | null | undefined;
}): ParsedScene | undefined {
  if (!form.scene) return undefined;
  if (!form.photoBase64) throw sceneNeedsPicture();
  return parseScene(form.scene);
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
  const scene = readScene(form);
  const picture = form.photoBase64 ? await takePicture(deps, viewer, form.photoBase64) : undefined;
  return deps.db.transaction(async (tx) => {
    const before = checkChange(viewer, await lockCard(tx, form.postId));
    checkVersion(before, form.version);
    const edited = applyEdit(before, form);
    if (before.visibility === 'draft' && edited.visibility !== 'draft') checkPublisher(viewer);
    const after = {
      ...edited,
      photoId: await choosePhoto(tx, before, form, picture),
      sceneId: await chooseScene(tx, viewer, before, form, scene),
    };
    await saveEdit(tx, viewer, before, after);
    return found(await findCardAnswer(tx, 'card-after-edit', before.id, viewer));
  });
}

/** Stores an edit of a locked card, unless it changes nothing. */
export async function saveEdit(
  tx: Transaction,
  viewer: Viewer,
  before: CardRow,
  edited: CardEdit,
  origin: Omit<EditOrigin, 'editorId'> = {},
): Promise<void> {
  const after = await settleScene(tx, before, edited);
  if (!isEdited(before, after)) return;
  await storeEdit(tx, before, after, { editorId: viewer.userId, ...origin });
  await auditUnlessOwn(tx, viewer, before, 'card.edit');
}

function checkVersion(card: CardRow, version: number | undefined): void {
  if (version === undefined || version === card.version) return;
  throw new ProblemError('edited_elsewhere', 'This card was saved elsewhere since you opened it.');
}

/** A user who may not create any more keeps their drafts. */
function checkPublisher(viewer: Viewer): void {
  if (!canPublish(viewer)) throw new ProblemError('forbidden', 'Only creators can publish cards.');
}

async function choosePhoto(
  tx: Transaction,
  before: CardRow,
  form: ReceivedBody<'PUT /r/post'>,
  picture: PreparedPhoto | undefined,
): Promise<number | null> {
  if (picture) return (await savePhoto(tx, picture)).id;
  return removesPhoto(before, form) ? null : before.photoId;
}

/** A new picture has no scene but the one that was sent with it. */
async function chooseScene(
  tx: Transaction,
  viewer: Viewer,
  before: CardRow,
  form: ReceivedBody<'PUT /r/post'>,
  scene: ParsedScene | undefined,
): Promise<number | null> {
  if (scene) return saveScene(tx, scene, { userId: viewer.userId, cardId: before.id }, before.sceneId);
  const isRemoved = form.photoBase64 !== undefined || form.scene === null || removesPhoto(before, form);
  return isRemoved ? null : before.sceneId;
}

export async function removeCard({ db }: { db: Database }, viewer: Viewer, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const card = checkChange(viewer, await lockCard(tx, id));
    const pictures = await listPictures(tx, [id]);
    await deleteCard(tx, id);
    await dropPictures(tx, pictures);
    await auditUnlessOwn(tx, viewer, card, 'card.delete');
  });
}

/** Permission is checked first: other users do not learn whether a card is locked. */
export function checkChange(viewer: Viewer, card: CardRow | undefined): CardRow {
  const known = checkManaged(viewer, card);
  if (known.locked) throw cardLocked();
  return known;
}

export function checkManaged(viewer: Viewer, card: CardRow | undefined): CardRow {
  const known = foundFor(viewer, card);
  if (!canManageCard(viewer, known)) {
    throw new ProblemError('forbidden', 'Only the owner of a card and admins can change it.');
  }
  return known;
}

export function cardLocked(): ProblemError {
  return new ProblemError('card_locked', 'This card is locked. An admin has to unlock it first.');
}

/** The title is left out: an audit row outlives the card. */
export async function auditUnlessOwn(
  tx: Transaction,
  viewer: Viewer,
  card: CardRow,
  action: 'card.edit' | 'card.delete' | 'card.decline_suggestion',
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
    if (!locked && card.ownerId === viewer.userId && (await isLockedByDecision(tx, id))) {
      throw new ProblemError('forbidden', 'Another admin has to unlock this card.');
    }
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

export function rateCard(db: Database, viewer: Viewer, rating: Rating): Promise<void> {
  const lock = async (tx: Transaction) => found(await lockCard(tx, rating.id));
  return rateContent(db, viewer, { kind: 'card', lock }, rating);
}

/** A card that the viewer may open. */
export function foundFor(viewer: Viewer, card: CardRow | undefined): CardRow {
  return found(card && canRead(viewer, card) ? card : undefined);
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ProblemError('not_found', 'This card is not here, or not any more.');
  return row;
}
