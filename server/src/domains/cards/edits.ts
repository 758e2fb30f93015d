import { missingFrom, titleMissing } from '@gyan/contract/cards.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import type { Transaction } from '#db/pool.ts';
import { enqueuePhotoDeletion } from '#domains/media/actions.ts';
import { tellOfNewCard } from '#domains/notices/followers.ts';
import { chooseAltText, enqueueSceneDeletion } from '#domains/scenes/actions.ts';
import { sceneNeedsPicture } from '#domains/scenes/parse.ts';
import { checkHidden } from '#domains/visibility/policy.ts';
import type { ReceivedBody } from '#http/bodies.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import { type CardEdit, type CardRow, isContentEdited, isEdited, mapTexts } from './columns.ts';
import { checkDescription, editDescription, titleOf } from './content.ts';
import { enqueueIllustration } from './jobs.ts';
import { completeRevisions, type EditOrigin, insertRevision } from './revision-queries.ts';
import { editTags } from './tags.ts';
import { updateCard } from './write-queries.ts';

type EditForm = ReceivedBody<'PUT /r/post'>;
/** A picture and its scene are stored separately from the form. */
type WithoutPhoto = Omit<CardEdit, 'photoId' | 'sceneId'>;

/** The card after an edit. Throws if it would not be complete, or cannot be changed like this. */
export function applyEdit(before: CardRow, form: EditForm): WithoutPhoto {
  const visibility = form.visibility ?? before.visibility;
  checkHidden(before, visibility);
  const after: WithoutPhoto = {
    ...editContent(before, form),
    ...editKind(before, form),
    visibility,
    publishAt: chooseTime(form.publishAt, { visibility, before: before.publishAt }),
  };
  if (visibility === 'draft') return after;
  if (before.visibility === 'draft') return complete(after);
  checkComplete(after, form);
  return after;
}

type Content = Omit<WithoutPhoto, keyof ReturnType<typeof editKind> | 'visibility' | 'publishAt'>;

function editContent(before: CardRow, form: EditForm): Content {
  const description = editDescription(before, form);
  const given = form.tagsText === undefined ? undefined : splitTags(form.tagsText ?? '');
  const texts = mapTexts((name) => (form[name] === undefined ? before[name] : form[name]));
  // A picture that is removed takes its description with it.
  if (form.altText === undefined && removesPhoto(before, form)) texts.altText = null;
  return {
    ...description,
    ...texts,
    title: form.title === undefined ? before.title : (form.title ?? ''),
    tags: editTags(before, description.text, given),
    license: form.license ?? before.license,
  };
}

/** Whether the card loses its picture. That of a video card is usually the thumbnail, so it goes with the video. */
export function removesPhoto(before: CardRow, form: EditForm): boolean {
  if (form.photoBase64 !== undefined) return form.photoBase64 === null;
  const { type, videoId } = editKind(before, form);
  return type === 'kVideo' && before.videoId !== null && videoId !== before.videoId;
}

/** The type of a card and what only this type has. */
function editKind(
  before: CardRow,
  form: EditForm,
): Pick<CardEdit, 'type' | 'videoId' | 'aiPrompt' | 'aiModelName'> {
  const sent = {
    type: form.postType ?? before.type,
    videoId:
      form.embedVideoUrl === undefined ? before.videoId : (youtubeVideoId(form.embedVideoUrl ?? '') ?? null),
    aiPrompt: form.aiPrompt === undefined ? before.aiPrompt : form.aiPrompt,
    aiModelName: form.aiModelName === undefined ? before.aiModelName : form.aiModelName,
  };
  if (before.visibility !== 'draft') {
    for (const [name, field] of fixedFields) {
      if (sent[name] !== before[name])
        throw invalidField(field, 'This can be changed only while the card is a draft');
    }
  }
  const isAi = sent.type === 'kAIAssisted';
  return {
    type: sent.type,
    videoId: sent.type === 'kVideo' ? sent.videoId : null,
    aiPrompt: isAi ? sent.aiPrompt : null,
    aiModelName: isAi ? sent.aiModelName : null,
  };
}

const fixedFields = [
  ['type', 'postType'],
  ['videoId', 'embedVideoUrl'],
  ['aiPrompt', 'aiPrompt'],
  ['aiModelName', 'aiModelName'],
] as const;

const furthestMs = 2 * 366 * 24 * 3600 * 1000;

/** When a draft is published by itself; only drafts have such a time. */
export function chooseTime(
  sent: number | null | undefined,
  { visibility, before }: { visibility: CardEdit['visibility']; before: Date | null },
): Date | null {
  if (visibility !== 'draft') {
    if (sent != null) throw invalidField('publishAt', 'Only a draft can be published later');
    return null;
  }
  if (sent === undefined) return before;
  if (sent === null) return null;
  const now = Date.now();
  if (sent <= now) throw invalidField('publishAt', 'Please choose a time in the future');
  if (sent > now + furthestMs) {
    throw invalidField('publishAt', 'Please choose a time within the next two years');
  }
  return new Date(sent);
}

/** What a draft lacks to be published. */
export function missingFields(card: WithoutPhoto): [field: string, message: string][] {
  return missingFrom({
    postType: card.type,
    title: card.title,
    ...(card.htmlDesc === null ? { statusText: card.text } : { htmlDesc: card.htmlDesc }),
    ...(card.videoId === null ? {} : { embedVideoUrl: `https://www.youtube.com/watch?v=${card.videoId}` }),
  });
}

/** Throws if a published card would have no title or description. */
export function checkComplete(card: WithoutPhoto, sent: { htmlDesc?: string | null | undefined }): void {
  if (card.visibility === 'draft') return;
  checkDescription(card.type, card, sent);
  if (card.title === '') throw invalidField('title', titleMissing);
}

function complete(card: WithoutPhoto): WithoutPhoto {
  const missing = missingFields(card);
  if (missing.length === 0) return withTitle(card);
  const fields = missing.map(([field, message]) => ({ field, message }));
  throw new ProblemError('invalid_input', fields[0]?.message, { fields });
}

/** Videos and AI cards may be published without a title, and take it from their text. */
export function withTitle<Card extends WithoutPhoto>(card: Card): Card {
  if (card.title !== '') return card;
  const { htmlDesc, text, aiPrompt } = card;
  return {
    ...card,
    title: titleOf({ htmlDesc: htmlDesc ?? undefined, text, aiPrompt: aiPrompt ?? undefined }),
  };
}

/**
 * What follows from the scene after an edit: the image description made from it, and the type. A published drawing
 * whose picture is replaced is a card like others.
 */
export async function settleScene(tx: Transaction, before: CardRow, after: CardEdit): Promise<CardEdit> {
  const settled = { ...after, altText: await chooseAltText(tx, before, after) };
  if (after.type !== 'kDrawn' || after.sceneId !== null || after.visibility === 'draft') return settled;
  if (before.visibility === 'draft' || before.type !== 'kDrawn') throw drawnNeedsScene();
  const custom = { ...settled, type: 'kCustom' as const };
  checkComplete(custom, {});
  return custom;
}

export function drawnNeedsScene(): ProblemError {
  return sceneNeedsPicture('A drawn card needs its drawing.');
}

/** Stores an edit of a locked card, with what follows from it. Every edit goes through here. */
export async function storeEdit(
  tx: Transaction,
  before: CardRow,
  after: CardEdit,
  origin: EditOrigin,
): Promise<void> {
  checkLicense(before, after);
  const isDraft = before.visibility === 'draft' && after.visibility === 'draft';
  if (isContentEdited(before, after)) await insertRevision(tx, before.id, { ...origin, isDraft });
  if (before.visibility === 'draft' && !isDraft) await completeRevisions(tx, before.id);
  const { visibility, publishAt } = before;
  await updateCard(tx, before, after, { isChanged: isEdited(before, { ...after, visibility, publishAt }) });
  if (before.visibility !== after.visibility) {
    await tellOfNewCard(tx, { cardId: before.id, ownerId: before.ownerId });
  }
  if (before.photoId !== null && before.photoId !== after.photoId) {
    await enqueuePhotoDeletion(tx, before.photoId);
  }
  if (before.sceneId !== null && before.sceneId !== after.sceneId) {
    await enqueueSceneDeletion(tx, before.sceneId);
  }
  if (before.visibility === 'draft' && needsIllustration(after)) await enqueueIllustration(tx, before.id);
}

function checkLicense({ keptLicense, license }: CardRow, after: CardEdit): void {
  if (keptLicense !== null && after.license !== license && after.license !== keptLicense) {
    throw new ProblemError(
      'license_forbids',
      'This is a copy of another card. It keeps the licence of the original.',
    );
  }
}

/** A published video without a picture gets its thumbnail. */
export function needsIllustration({ visibility, videoId, photoId }: CardEdit): boolean {
  return visibility !== 'draft' && videoId !== null && photoId === null;
}
