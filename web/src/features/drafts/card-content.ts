import { isBlankHtml, type PostModel, type PostType } from '@gyan/contract/cards.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { youtubeVideoId } from '@gyan/contract/video.ts';
import { plainText } from '#lib/text.ts';

/** What an author writes in Create, as it is in the form. */
export const emptyContent = {
  title: '',
  statusText: '',
  htmlDesc: '',
  tagsText: '',
  altText: '',
  /** A data URL if it was cut here, or the URL of the stored picture. */
  picture: '',
  /** What a drawn or labelled picture shows, as JSON. Its picture is drawn when it is sent. */
  scene: '',
  embedVideoUrl: '',
  aiPrompt: '',
  aiModelName: '',
  license: '',
  source: '',
  /** These stay in the browser: what is typed before there is a card, and the picture of a found video. */
  prompt: '',
  address: '',
  thumbnailUrl: '',
};

export type CardContent = typeof emptyContent;
export type ContentField = keyof CardContent;
export type Changes = Partial<CardContent>;

const localFields: ReadonlySet<string> = new Set<ContentField>(['prompt', 'address', 'thumbnailUrl']);

const sentFields = (Object.keys(emptyContent) as ContentField[]).filter((field) => !localFields.has(field));

/** Names that differ in the API. */
const wireNames: Partial<Record<ContentField, string>> = { picture: 'photoBase64' };

export const wireName = (field: ContentField) => wireNames[field] ?? field;

export const isCut = (picture: string) => picture.startsWith('data:');

/** The fields to send, so that the card becomes `content`. */
export function changesBetween(saved: CardContent, content: CardContent): Changes {
  // Without its scene the card gets back the picture that was labelled.
  const isUnlabelled = saved.scene !== '' && content.scene === '';
  return Object.fromEntries(
    sentFields
      .filter((field) => saved[field] !== content[field] || (field === 'picture' && isUnlabelled))
      .map((field) => [field, content[field]]),
  );
}

/** Whether there is something worth a draft. A licence alone is not. */
export const hasContent = (content: CardContent) =>
  sentFields.some((field) =>
    field === 'htmlDesc' ? !isBlankHtml(content[field]) : field !== 'license' && !isBlank(content[field]),
  );

/** The database keeps JSON with keys in another order. */
function sortedJson(json: string): string {
  try {
    const sort = (_key: string, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value;
    return JSON.stringify(JSON.parse(json), sort);
  } catch {
    return json;
  }
}

/** The server tidies texts and markup; these forms are equal before and after. */
function comparable(field: ContentField, value: string): string {
  if (field === 'htmlDesc') return plainText(value).replace(/\s+/g, ' ').trim();
  if (field === 'tagsText') return splitTags(value).join(' ');
  if (field === 'embedVideoUrl') return youtubeVideoId(value) ?? '';
  if (field === 'scene') return sortedJson(value);
  return value.replace(/\s+/g, ' ').trim();
}

/** The fields in which two versions differ for a reader. A picture that is only here cannot be compared. */
export function differingFields(one: CardContent, other: CardContent): ContentField[] {
  return sentFields.filter((field) => {
    // The server fills an empty licence.
    if (field === 'license' && (one.license === '' || other.license === '')) return false;
    if (field === 'picture' && (isCut(one.picture) || isCut(other.picture))) return false;
    // It is drawn from the scene.
    if (field === 'picture' && (one.scene !== '' || other.scene !== '')) return false;
    return comparable(field, one[field]) !== comparable(field, other[field]);
  });
}

/** A card with the scene of its picture, as JSON, where that was read too. */
export type StoredCard = PostModel & { sceneText?: string | undefined };

/** A stored draft as the form shows it. */
export function contentOf(card: StoredCard): CardContent {
  const photo = card.photoModelVec[0]?.specMap.md?.url ?? card.photoModelVec[0]?.specMap.sm.url ?? '';
  const videoId = youtubeVideoId(card.embedVideoUrl ?? '');
  const isVideo = card.type === 'kVideo';
  const url = videoId === undefined ? '' : `https://www.youtube.com/watch?v=${videoId}`;
  return {
    ...emptyContent,
    title: card.title,
    statusText: card.htmlDesc ? '' : (card.text ?? ''),
    htmlDesc: card.htmlSource ?? card.htmlDesc ?? '',
    tagsText: card.tagsText ?? '',
    altText: ownAltText(card),
    picture: isVideo ? '' : photo,
    scene: card.sceneText ?? '',
    embedVideoUrl: url,
    aiPrompt: card.aiPrompt ?? '',
    aiModelName: card.aiModelName ?? '',
    license: card.license,
    source: card.source ?? '',
    prompt: card.aiPrompt ?? '',
    address: url,
    thumbnailUrl: isVideo ? photo : '',
  };
}

/** The server lists the labels of a picture, unless the author described it. */
const ownAltText = ({ hasScene, altText }: PostModel) =>
  hasScene && altText?.startsWith('Diagram:') ? '' : (altText ?? '');

/** A form for a new card: without empty fields. */
export function createForm(type: PostType, content: Changes): FormData {
  const form = new FormData();
  form.set('postType', type);
  if (type === 'kVideo' && content.embedVideoUrl) form.set('videoProvider', 'kYoutube');
  for (const field of sentFields) {
    const value = content[field];
    if (value !== undefined && value !== '') form.set(wireName(field), value);
  }
  return form;
}

/** A form for an edit: an empty field is cleared. */
export function editForm(changes: Changes): FormData {
  const form = new FormData();
  for (const field of sentFields) {
    const value = changes[field];
    if (value !== undefined && !(field === 'license' && value === '')) form.set(wireName(field), value);
  }
  return form;
}
