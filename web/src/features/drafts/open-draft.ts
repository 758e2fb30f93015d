import type { PostModel, PostType } from '@gyan/contract/cards.ts';
import { firstLicense } from '@gyan/contract/licenses.ts';
import type { Scene } from '@gyan/contract/scenes.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { emptyScene } from '#features/drawing/empty-scene.ts';
import { api } from '#features/session/actions.ts';
import { upload } from '#features/session/transfer.ts';
import { newKey } from '#lib/browser-api.ts';
import { storedValue } from '#lib/stored-value.ts';
import {
  type Autosave,
  type AutosaveDeps,
  createAutosave,
  keyPerText,
  type Publication,
  type Unsaved,
} from './autosave.ts';
import { contentOf, createForm, editForm, emptyContent, isCut, type StoredCard } from './card-content.ts';

/** A card that is being written in Create. */
export interface OpenDraft {
  type: PostType;
  autosave: Autosave;
  /** The author has pressed Post: the page is about to be left. */
  isSubmitted: () => boolean;
  setSubmitted: (submitted: boolean) => void;
  /** When it will be published by itself, in milliseconds. */
  publishAt: () => number | null;
  /** The progress of the picture that is being sent, 0 to 1. */
  progress: () => number | undefined;
  onProgress: (listener: () => void) => () => void;
  /** Publishes it as another user; the own draft goes. */
  publishAs: (userId: string, publication: Publication) => Promise<PostModel>;
}

/** Browsers refuse more in requests that outlive the page; a character has at most three bytes. */
const mostKeptAlive = 60_000;

const fits = (form: FormData) =>
  [...form.values()].reduce(
    (sum, value) => sum + 3 * (typeof value === 'string' ? value.length : value.size),
    0,
  ) < mostKeptAlive;

/**
 * What the server does not have yet, by user and draft, or type of card if there is no draft. The picture is stored
 * separately: it may exceed the quota, and the text must not be lost with it.
 */
const unsavedValues = (userId: number, draft: number | PostType) => ({
  record: storedValue<Unsaved>('localStorage', `draft unsaved ${userId} ${draft}`),
  picture: storedValue<string>('localStorage', `draft unsaved picture ${userId} ${draft}`),
});

function keepUnsaved(userId: number, draft: number | PostType, unsaved: Unsaved | undefined, cut: string) {
  const { record, picture } = unsavedValues(userId, draft);
  if (unsaved) record.write(unsaved);
  else record.clear();
  if (cut === '') picture.clear();
  else if (picture.read() !== cut) picture.write(cut);
}

export function forgetUnsaved(userId: number, draft: number | PostType) {
  keepUnsaved(userId, draft, undefined, '');
}

function readUnsaved(userId: number, draft: number | PostType): Unsaved | undefined {
  const { record, picture } = unsavedValues(userId, draft);
  const found = record.read();
  if (typeof found?.content !== 'object') return undefined;
  const cut = picture.read();
  const content = { ...emptyContent, ...found.content };
  return {
    ...found,
    content: typeof cut === 'string' && isCut(cut) ? { ...content, picture: cut } : content,
  };
}

function setPublication(form: FormData, { visibility, publishAt }: Publication) {
  form.set('visibility', visibility);
  if (publishAt !== undefined) form.set('publishAt', publishAt === null ? '' : String(publishAt));
}

/** A scene is sent with the picture that this browser draws of it. */
async function drawPicture(form: FormData) {
  const isDrawn = form.get('postType') === 'kDrawn';
  const sent = form.get('scene');
  const isMissing = typeof sent !== 'string' || sent === '';
  if (isMissing && !isDrawn) return;
  // A title alone is a draft too.
  const scene = isMissing ? emptyScene : (JSON.parse(sent) as Scene);
  const { drawRasterUrl } = await import('#features/drawing/raster.ts');
  form.set('scene', JSON.stringify(scene));
  form.set('photoBase64', await drawRasterUrl(scene));
}

/** A card with the scene of its picture. */
export async function withScene(card: PostModel): Promise<StoredCard> {
  if (!card.hasScene) return card;
  const { scene } = await api('GET /r/scene', { query: { postId: String(card.id) } });
  return { ...card, sceneText: JSON.stringify(scene) };
}

/** Opens a new card, or with `card` a stored draft. What was not saved at the last visit is on top. */
export function openDraft(user: UserModel, type: PostType, card?: StoredCard): OpenDraft {
  const { userId } = user;
  let publishAt = card?.publishAt ?? null;
  let isSubmitted = false;
  let progress: number | undefined;
  const listeners = new Set<() => void>();
  const setProgress = (next: number | undefined) => {
    progress = next;
    for (const listener of listeners) listener();
  };

  const send = async <K extends 'POST /r/post' | 'PUT /r/post'>(
    call: K,
    form: FormData,
    { keepalive = false, key }: { keepalive?: boolean; key?: string },
  ) => {
    const options = key === undefined ? {} : { idempotencyKey: key };
    if (!form.get('photoBase64'))
      return api(call, { body: form, ...options, keepalive: keepalive && fits(form) });
    setProgress(0);
    try {
      return await upload(call, form, {
        ...options,
        onProgress: (loaded, total) => setProgress(total ? loaded / total : 0),
      });
    } finally {
      setProgress(undefined);
    }
  };

  /** Where the unsaved text is kept now; it moves when the draft gets its id. */
  let place: number | PostType = card?.id ?? type;

  const deps: AutosaveDeps = {
    newKey,
    create: async (content, key, { publication = { visibility: 'draft' }, keepalive }) => {
      const form = createForm(type, content);
      setPublication(form, publication);
      await drawPicture(form);
      const { feedItemModel } = await send('POST /r/post', form, { keepalive, key });
      publishAt = feedItemModel.postModel.publishAt ?? null;
      return feedItemModel.postModel;
    },
    update: async (base, { picture, ...texts }, { publication, keepalive }) => {
      const form = editForm(picture === undefined ? texts : { ...texts, picture: await dataUrlOf(picture) });
      form.set('postId', String(base.id));
      form.set('version', String(base.version));
      if (publication) setPublication(form, publication);
      await drawPicture(form);
      const { postModel } = await send('PUT /r/post', form, { keepalive });
      publishAt = postModel.publishAt ?? null;
      return postModel;
    },
    read: async (id) => withScene((await api('GET /r/post', { query: { postId: String(id) } })).postModel),
    storePhoto: async (base, scene, dataUrl) => {
      const form = new FormData();
      form.set('postId', String(base.id));
      form.set('version', String(base.version));
      form.set('photoBase64', dataUrl);
      // A drawn card has a scene at all times. The photo is its picture until the scene is drawn on it.
      if (type === 'kDrawn') form.set('scene', scene || JSON.stringify(emptyScene));
      return (await send('PUT /r/post', form, {})).postModel;
    },
    keep: (unsaved) => {
      const next = unsaved?.base?.id ?? autosave?.cardId() ?? place;
      if (next !== place) forgetUnsaved(userId, place);
      place = next;
      if (!unsaved) return forgetUnsaved(userId, place);
      const { content, ...rest } = unsaved;
      const cut = isCut(content.picture) ? content.picture : '';
      // A picture that is only here is kept separately, in place of the stored one.
      const text = cut === '' ? content : { ...content, picture: rest.base?.content.picture ?? '' };
      return keepUnsaved(userId, place, { ...rest, content: text }, cut);
    },
  };

  let autosave: Autosave | undefined;
  const opened = createAutosave(deps, readUnsaved(userId, place) ?? startOf(card, user));
  autosave = opened;

  const keyFor = keyPerText(newKey);
  const publishAs = async (postAsUserId: string, publication: Publication) => {
    // A draft that is being made has its id afterwards.
    await opened.save();
    const content = opened.content();
    const form = createForm(type, { ...content, picture: await dataUrlOf(content.picture) });
    form.set('postAsUserId', postAsUserId);
    setPublication(form, publication);
    await drawPicture(form);
    const key = keyFor(JSON.stringify([...form]));
    const { feedItemModel } = await send('POST /r/post', form, { key });
    const own = opened.cardId();
    opened.finish();
    if (own !== undefined) await api('DELETE /r/post', { query: { postId: own } }).catch(() => undefined);
    return feedItemModel.postModel;
  };

  return {
    type,
    autosave: opened,
    isSubmitted: () => isSubmitted,
    setSubmitted: (submitted) => {
      isSubmitted = submitted;
    },
    publishAs,
    publishAt: () => publishAt,
    progress: () => progress,
    onProgress: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function startOf(card: StoredCard | undefined, { license = firstLicense }: UserModel): Unsaved {
  if (!card) return { content: { ...emptyContent, license } };
  const content = contentOf(card);
  return { content, base: { id: card.id, version: card.version, content } };
}

/** A stored picture as a data URL, empty if it is gone; a cut one as it is. */
async function dataUrlOf(picture: string): Promise<string> {
  if (picture === '' || isCut(picture)) return picture;
  const response = await fetch(picture);
  if (!response.ok) return '';
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')));
    reader.readAsDataURL(blob);
  });
}
