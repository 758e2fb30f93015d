import type { PostModel } from '@gyan/contract/cards.ts';
import type { Visibility } from '@gyan/contract/visibility.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import {
  type CardContent,
  type Changes,
  type ContentField,
  changesBetween,
  contentOf,
  differingFields,
  emptyContent,
  hasContent,
  isCut,
  type StoredCard,
  wireName,
} from './card-content.ts';

/** The version on the server that is being edited. */
export interface Base {
  id: number;
  version: number;
  content: CardContent;
}

/** What the browser keeps until the server has it. */
export interface Unsaved {
  content: CardContent;
  /** Absent while the server has no draft. */
  base?: Base | undefined;
  /** A create whose answer is unknown. It is repeated with the same key and content, so that it makes one draft. */
  create?: { key: string; content: CardContent } | undefined;
  /** The last update whose answer is unknown, without its cut picture: the page may be left before the answer. */
  sent?: CardContent | undefined;
}

export type SaveState =
  /** `kept`: only this browser has the last changes of the drawing; the server gets them within a minute or so. */
  | { status: 'unchanged' | 'saving' | 'saved' | 'kept' }
  /** `again`: it will be tried again without a change. */
  | { status: 'failed'; error: unknown; again: boolean }
  /** The draft was changed elsewhere; the author chooses. */
  | { status: 'conflict'; theirs: StoredCard }
  /** It was published elsewhere or by its schedule: nothing is saved to it any more. */
  | { status: 'published'; card: PostModel };

/** How a draft is published. `publishAt` is in milliseconds; null for not by itself. */
export interface Publication {
  visibility: Visibility;
  publishAt?: number | null;
}

export interface SendOptions {
  /** The page is being left. */
  keepalive?: boolean;
}

interface SaveOptions extends SendOptions {
  /** A drawing that was sent a moment ago waits. */
  drawingWaits?: boolean;
}

export interface AutosaveDeps {
  newKey: () => string;
  /** Makes a draft, or with `publication` a published card. */
  create: (
    content: CardContent,
    key: string,
    options: SendOptions & { publication?: Publication },
  ) => Promise<PostModel>;
  update: (
    base: Base,
    changes: Changes,
    options: SendOptions & { publication?: Publication },
  ) => Promise<PostModel>;
  /** With its scene. */
  read: (id: number) => Promise<StoredCard>;
  /** Stores a photo in the draft, before a scene refers to it. */
  storePhoto: (base: Base, scene: string, dataUrl: string) => Promise<PostModel>;
  /** Keeps what is unsaved over a reload; undefined when nothing is. */
  keep: (unsaved: Unsaved | undefined) => void;
}

export const saveAfterMs = 1500;
/** A drawing is sent with its picture, and uploads are limited. Until then the browser keeps it. */
export const drawingSaveEveryMs = 75_000;
const firstRetryMs = 2000;
const maxRetryMs = 60_000;
const mostUnanswered = 20;

const codeOf = (error: unknown) => (error instanceof ApiProblem ? error.code : undefined);

/** The same request can succeed later: no answer, a busy server, too many requests. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status === 429 || error.status >= 500;

/**
 * Saves a card while its author writes. One request runs at a time, so the server gets the changes in order. An edit
 * names the version it started from; the server refuses it if another device saved meanwhile.
 */
export function createAutosave(deps: AutosaveDeps, start: Unsaved) {
  let { content, base, create } = start;
  /** As it was sent, not as the server tidied it. */
  let saved = base?.content ?? emptyContent;
  /** Updates whose answers are unknown: the server may have taken any of them. */
  let unanswered = start.sent ? [start.sent] : [];
  /** Values that the server refused: they are not sent again. */
  const refused = new Map<ContentField, { value: string; error: ApiProblem }>();
  let state: SaveState = { status: base ? 'saved' : 'unchanged' };
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let drawingSentAt = Number.NEGATIVE_INFINITY;
  let isFinished = false;
  const keyOfPublication = keyPerText(deps.newKey);
  const listeners = new Set<() => void>();

  const setState = (next: SaveState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const withoutRefused = (changes: Changes): Changes =>
    Object.fromEntries(
      Object.entries(changes).filter(([field, value]) => refused.get(field as ContentField)?.value !== value),
    );

  /** What the server can still be given of it. */
  const hasUnsent = (wanted: CardContent) =>
    base
      ? Object.keys(withoutRefused(changesBetween(saved, wanted))).length > 0
      : hasContent({ ...emptyContent, ...withoutRefused(wanted) });
  /** How long the next save can wait, if only the drawing is to be sent. */
  const pauseBeforeSave = () => {
    const unsent = base ? Object.keys(changesBetween(saved, content)) : [];
    const isOnlyDrawing = unsent.length === 1 && unsent[0] === 'scene' && content.scene !== '';
    return isOnlyDrawing
      ? Math.max(saveAfterMs, drawingSentAt + drawingSaveEveryMs - Date.now())
      : saveAfterMs;
  };
  const isBlocked = () => isFinished || state.status === 'conflict' || state.status === 'published';

  function keep() {
    const isSaved = base !== undefined && Object.keys(changesBetween(saved, content)).length === 0;
    // Without a draft also what only the browser has is kept, such as a prompt.
    const isEmpty =
      base === undefined && Object.values({ ...content, license: '' }).every((value) => value === '');
    if (isFinished || isSaved || isEmpty) return deps.keep(undefined);
    // A cut picture that the server has need not be kept.
    const hasPicture = base && content.picture === saved.picture ? { picture: base.content.picture } : {};
    const sent = unanswered.at(-1);
    return deps.keep({
      content: { ...content, ...hasPicture },
      base,
      create,
      sent: sent && withoutCut(sent),
    });
  }

  function adopt(card: StoredCard) {
    // Answers to a save are without the scene; it is the one that was sent.
    const { sceneText = saved.scene } = card;
    base = { id: card.id, version: card.version, content: contentOf({ ...card, sceneText }) };
    unanswered = [];
    failures = 0;
    keep();
  }

  /** Remembers refused values; returns whether it was about fields of the content. */
  function refuseFields(error: ApiProblem, changes: Changes): boolean {
    // A part of the scene is named as in `scene.items.3`.
    const names = new Set(error.fields.map(({ field }) => field.split('.')[0] ?? field));
    // The copy of a card may have to keep its licence.
    if (error.code === 'license_forbids') names.add('license');
    const fields = (Object.keys(changes) as ContentField[]).filter((field) => names.has(wireName(field)));
    for (const field of fields) refused.set(field, { value: changes[field] ?? '', error });
    return fields.length > 0;
  }

  /** After a refused update: true when saving can go on. */
  async function compareWithServer({ id, content: before }: Base): Promise<boolean> {
    const theirs = await deps.read(id);
    if (theirs.visibility !== 'draft') {
      setState({ status: 'published', card: theirs });
      return false;
    }
    const found = contentOf(theirs);
    const isSame = (known: CardContent) => differingFields(found, known).length === 0;
    // The server has what was there before, or an own save whose answer was lost.
    const own = [...unanswered, content].find(isSame);
    if (own === undefined && !isSame(before)) {
      setState({ status: 'conflict', theirs });
      return false;
    }
    // A cut picture cannot be compared, and is sent again.
    if (own) saved = { ...own, picture: found.picture };
    adopt(theirs);
    return true;
  }

  async function makeDraft(wanted: CardContent, options: SaveOptions) {
    // The picture follows in an update: the create stays small enough to be kept and repeated.
    create ??= { key: deps.newKey(), content: { ...emptyContent, ...withoutRefused(wanted), picture: '' } };
    keep();
    const { content: created, key } = create;
    if (created.scene !== '') drawingSentAt = Date.now();
    try {
      const card = await deps.create(created, key, options);
      create = undefined;
      saved = created;
      adopt(card);
    } catch (error) {
      // It was refused and not lost: the next one may differ.
      if (!isTransient(error)) create = undefined;
      if (!(error instanceof ApiProblem && refuseFields(error, created))) throw error;
    }
  }

  /** Returns whether there may be more to send. */
  async function sendChanges(to: Base, wanted: CardContent, options: SaveOptions): Promise<boolean> {
    const { picture, scene, ...texts } = withoutRefused(changesBetween(saved, wanted));
    // Labels that are taken away go at once, together with the picture that comes back.
    const waits = scene !== '' && options.drawingWaits && Date.now() < drawingSentAt + drawingSaveEveryMs;
    const changes: Changes = {
      ...texts,
      // A picture is too large for a request that outlives the page.
      ...(picture === undefined || options.keepalive ? {} : { picture }),
      ...(scene === undefined || options.keepalive || waits ? {} : { scene }),
    };
    if (Object.keys(changes).length === 0) return false;
    if (changes.scene !== undefined) drawingSentAt = Date.now();
    const sent = { ...saved, ...changes };
    unanswered = [...unanswered, sent].slice(-mostUnanswered);
    keep();
    try {
      const card = await deps.update(to, changes, options);
      saved = sent;
      adopt(card);
      return true;
    } catch (error) {
      if (!isTransient(error)) unanswered = unanswered.filter((each) => each !== sent);
      if (codeOf(error) === 'edited_elsewhere') return compareWithServer(to);
      if (codeOf(error) === 'not_found') {
        // It was deleted elsewhere. What is written here becomes a new draft.
        base = undefined;
        saved = emptyContent;
        return true;
      }
      if (error instanceof ApiProblem && refuseFields(error, changes)) return true;
      throw error;
    }
  }

  /** Sends what is written now. What is written meanwhile waits for the next pause. */
  async function sendAll(options: SaveOptions): Promise<void> {
    const wanted = content;
    for (let goesOn = true; goesOn; ) {
      if (isFinished || (!create && !hasUnsent(wanted))) goesOn = false;
      else if (base) goesOn = await sendChanges(base, wanted, options);
      else await makeDraft(wanted, options);
    }
  }

  function settle() {
    if (isBlocked()) return;
    const problem = [...refused].find(([field, { value }]) => content[field] === value);
    if (hasUnsent(content)) {
      const pause = pauseBeforeSave();
      if (pause > saveAfterMs) setState({ status: 'kept' });
      schedule(pause);
    } else if (problem) setState({ status: 'failed', error: problem[1].error, again: false });
    else setState({ status: base ? 'saved' : 'unchanged' });
  }

  function fail(error: unknown) {
    const again = isTransient(error);
    setState({ status: 'failed', error, again });
    if (!again) return;
    schedule(Math.min(maxRetryMs, firstRetryMs * 2 ** failures));
    failures += 1;
  }

  function schedule(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save({ drawingWaits: true }), ms);
  }

  async function run(options: SaveOptions) {
    setState({ status: 'saving' });
    try {
      await sendAll(options);
    } catch (error) {
      running = undefined;
      return fail(error);
    }
    running = undefined;
    return settle();
  }

  /** Saves now. */
  function save(options: SaveOptions = {}): Promise<void> {
    clearTimeout(timer);
    if (running) return running;
    if (isBlocked()) return Promise.resolve();
    if (create || hasUnsent(content)) running = run(options);
    else settle();
    return running ?? Promise.resolve();
  }

  async function sendPublication(publication: Publication): Promise<PostModel> {
    // A create that may have reached the server is finished first, or there would be two cards.
    if (!base && create) await sendAll({});
    if (state.status === 'conflict') throw conflictProblem();
    // More may be written before the answer comes.
    const sent = content;
    const card = await (base
      ? deps.update(base, changesBetween(saved, sent), { publication })
      : deps.create(sent, keyOfPublication(JSON.stringify([publication, sent])), { publication }));
    saved = sent;
    // The server took every value.
    refused.clear();
    isFinished = card.visibility !== 'draft';
    adopt(card);
    // Nothing settles a finished card.
    if (isFinished) setState({ status: 'saved' });
    return card;
  }

  /** Sends it once more if only our own save was in the way. */
  async function sendAgainIfOwn(publication: Publication): Promise<PostModel> {
    try {
      return await sendPublication(publication);
    } catch (error) {
      if (codeOf(error) !== 'edited_elsewhere' || !base) throw error;
      // After a save whose answer was lost the server has our own text, under a newer version.
      if (state.status === 'conflict' || !(await compareWithServer(base))) throw error;
      return sendPublication(publication);
    }
  }

  /** Publishes or schedules with all that is written; throws what the server refused. */
  async function publish(publication: Publication): Promise<PostModel> {
    clearTimeout(timer);
    if (running) {
      await running;
      // Another request may have taken the turn.
      return publish(publication);
    }
    const publishing = sendAgainIfOwn(publication);
    // A save that starts meanwhile waits for the new version.
    running = publishing.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await publishing;
    } finally {
      running = undefined;
      settle();
    }
  }

  return {
    state: () => state,
    content: () => content,
    cardId: () => base?.id,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** The author changed something; it is saved after a pause. */
    change(next: CardContent) {
      const isNew = (Object.keys(next) as ContentField[]).some((field) => next[field] !== content[field]);
      content = next;
      if (!isNew || isFinished) return;
      keep();
      if (isBlocked() || !hasUnsent(content)) return;
      const pause = pauseBeforeSave();
      const status = pause > saveAfterMs ? 'kept' : 'saving';
      if (state.status !== status) setState({ status });
      schedule(pause);
    },
    save,
    /** Stores a photo that the scene will refer to; gives its URL. There must be something worth a draft. */
    async storePhoto(dataUrl: string): Promise<string> {
      await save();
      await running;
      clearTimeout(timer);
      if (!base || isBlocked()) throw problemOf(state) ?? conflictProblem();
      const storing = deps.storePhoto(base, saved.scene, dataUrl);
      // A save that starts meanwhile waits for the new version.
      running = storing.then(
        () => undefined,
        () => undefined,
      );
      try {
        adopt(await storing);
        return base.content.picture;
      } finally {
        running = undefined;
        settle();
      }
    },
    publish,
    /** Ends the conflict: what is written here replaces the other version. */
    keepMine(theirs: StoredCard) {
      saved = contentOf(theirs);
      adopt(theirs);
      setState({ status: 'saving' });
      return save();
    },
    /** Ends the conflict: the other version replaces what is written here. */
    takeTheirs(theirs: StoredCard) {
      content = contentOf(theirs);
      saved = content;
      adopt(theirs);
      setState({ status: 'saved' });
    },
    /** What is written here becomes a draft of its own. */
    saveAsNew() {
      base = undefined;
      saved = emptyContent;
      keep();
      setState({ status: 'saving' });
      return save();
    },
    /** Nothing is saved or kept any more: the card is published or deleted. */
    finish() {
      isFinished = true;
      clearTimeout(timer);
      keep();
    },
  };
}

/** The same key for the same text, so that a retry after a lost answer makes one card. */
export function keyPerText(newKey: () => string) {
  let last = { text: '', key: '' };
  return (text: string) => {
    if (last.text !== text) last = { text, key: newKey() };
    return last.key;
  };
}

export type Autosave = ReturnType<typeof createAutosave>;

/** Cut pictures are large and are not compared. */
const withoutCut = (content: CardContent): CardContent =>
  isCut(content.picture) ? { ...content, picture: 'data:,' } : content;

const conflictProblem = () =>
  new ApiProblem({
    status: 409,
    code: 'edited_elsewhere',
    detail: 'This draft was also changed elsewhere. Choose a version first.',
  });

const publishedProblem = () =>
  new ApiProblem({
    status: 409,
    code: 'edited_elsewhere',
    detail: 'This card is published now, and what you wrote since is not saved to it.',
  });

/** Why the last changes are not saved, if something prevents it. */
export function problemOf(state: SaveState): unknown {
  if (state.status === 'failed') return state.error;
  if (state.status === 'conflict') return conflictProblem();
  return state.status === 'published' ? publishedProblem() : undefined;
}
