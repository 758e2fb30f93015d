import type { PostModel } from '@gyan/contract/cards.ts';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { currentSession } from '#features/session/store.ts';

/**
 * The browser's one copy of each card, chain and subject, by id. Every API answer is stored here (see `actions.ts`) and
 * every component reads it here, so a change shows everywhere at once. It is not part of the query cache because
 * public pages do not load that library.
 */
export interface Entities {
  card: PostModel;
  chain: ChapterModel;
  subject: SubjectModel;
}

export type EntityKind = keyof Entities;

export interface EntityRef<Kind extends EntityKind = EntityKind> {
  kind: Kind;
  id: number;
}

interface Stored {
  model: Entities[EntityKind];
  /** The like that was pressed and is not confirmed yet. */
  pendingLike: boolean | undefined;
  /** The model with the pending like counted in. */
  shown: Entities[EntityKind];
  /** The value of `writes` after its last write. */
  writtenAt: number;
}

/** How many writes were stored so far: orders requests and writes. */
let writes = 0;

/** Far more than a user opens in one visit, and some 10 MB. */
const maxEntities = 5_000;

const stored = new Map<string, Stored>();
/** Keys of entities that the viewer deleted. */
const removed = new Set<string>();
const listeners = new Map<string, Set<() => void>>();
let viewerId = 0;

/** Likes and permissions depend on the viewer: a sign-in or sign-out clears the store. */
function storedForViewer() {
  const current = currentSession()?.userModel.userId ?? 0;
  if (current !== viewerId) {
    stored.clear();
    removed.clear();
  }
  viewerId = current;
  return stored;
}

const keyOf = (kind: EntityKind, id: number) => `${kind} ${id}`;

export function withPendingLike<Model extends Entities[EntityKind]>(
  model: Model,
  pending: boolean | undefined,
): Model {
  if (pending === undefined || pending === (model.likedByViewer ?? false)) return model;
  const likeCount = Math.max(0, model.likeCount + (pending ? 1 : -1));
  return { ...model, likedByViewer: pending, likeCount };
}

function set(key: string, model: Stored['model'], pendingLike: boolean | undefined, writtenAt: number) {
  // Moved to the end, so that the map's first entry is the one stored longest ago.
  stored.delete(key);
  stored.set(key, { model, pendingLike, shown: withPendingLike(model, pendingLike), writtenAt });
  if (stored.size > maxEntities) dropOldest();
  for (const listener of listeners.get(key) ?? []) listener();
}

/** Never drops an entity that a component shows. */
function dropOldest() {
  for (const key of stored.keys()) {
    if (listeners.has(key)) continue;
    stored.delete(key);
    return;
  }
}

function subscribe(key: string, listener: () => void) {
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  return () => {
    ofKey.delete(listener);
    if (ofKey.size === 0) listeners.delete(key);
  };
}

export const getEntity = <Kind extends EntityKind>(kind: Kind, id: number) =>
  // The key includes the kind, so the cast is safe.
  storedForViewer().get(keyOf(kind, id))?.shown as Entities[Kind] | undefined;

/** Undefined until an answer contains it; always undefined on the server and while hydrating. */
export function useEntity<Kind extends EntityKind>(kind: Kind, id: number) {
  const key = keyOf(kind, id);
  return useSyncExternalStore(
    useCallback((listener) => subscribe(key, listener), [key]),
    () => getEntity(kind, id),
    () => undefined,
  );
}

const kindsByField: Record<string, EntityKind> = {
  postModel: 'card',
  postModelVec: 'card',
  pinnedPostModel: 'card',
  posts: 'card',
  chapterModel: 'chain',
  chapterModelVec: 'chain',
  subjectModel: 'subject',
  subjectModelVec: 'subject',
};

/** Only answers for a single card have them. */
const detailFields = ['htmlDesc', 'htmlSource', 'textHtml', 'regionVec'];

/** Some answers omit these. Any other field is omitted only when it is empty. */
const optionalFields = new Set([
  'likedByViewer',
  'savedByViewer',
  'can',
  'remixOf',
  'postCount',
  'chapterCount',
  ...detailFields,
]);

/** They describe the position in a list, or contain entities themselves. */
const listFields = new Set(['rank', 'feedItemModelVec', 'chapterModelVec', 'posts']);

const fieldsOf = (model: object, isIncluded: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(model).filter(([name]) => isIncluded(name)));

const optionalOf = (model: object) => fieldsOf(model, (name) => optionalFields.has(name));

function* modelsIn(value: unknown, field = ''): Generator<[EntityKind, Entities[EntityKind]]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* modelsIn(item, field);
  } else if (typeof value === 'object' && value !== null) {
    const kind = kindsByField[field];
    if (kind !== undefined) yield [kind, value as Entities[EntityKind]];
    for (const [name, part] of Object.entries(value)) yield* modelsIn(part, name);
  }
}

/**
 * Call it when a request is sent; the returned function stores the entities of the answer. A read that was sent
 * before the last write of an entity only adds missing fields.
 */
export function entitiesOfRequest(isRead: boolean): (answer: unknown) => void {
  storedForViewer();
  const [requestedBy, sentAt] = [viewerId, writes];
  return (answer) => {
    storedForViewer();
    if (requestedBy !== viewerId) return;
    if (!isRead) writes += 1;
    const mainCard = (answer as { postModel?: PostModel } | undefined)?.postModel;
    for (const [kind, model] of modelsIn(answer)) {
      const key = keyOf(kind, model.id);
      const previous = stored.get(key);
      // A public answer has no `can`, and `likedByViewer` is false in it for every viewer.
      const isForViewer = 'can' in model;
      const fields = fieldsOf(
        model,
        (name) => !listFields.has(name) && (name !== 'likedByViewer' || isForViewer),
      );
      // Only the answer for a single card includes markup and labels.
      if (model === mainCard) for (const name of detailFields) fields[name] ??= undefined;
      const isOld = isRead && previous !== undefined && sentAt < previous.writtenAt;
      const merged = isOld
        ? { ...optionalOf(fields), ...previous.model }
        : { ...optionalOf(previous?.model ?? {}), ...fields };
      set(key, merged as typeof model, previous?.pendingLike, isRead ? (previous?.writtenAt ?? 0) : writes);
    }
  };
}

/** Stores the result of a write. */
export function changeEntity<Kind extends EntityKind>(
  { kind, id }: EntityRef<Kind>,
  fields: Partial<Entities[Kind]>,
) {
  const key = keyOf(kind, id);
  const previous = storedForViewer().get(key);
  if (!previous) return;
  writes += 1;
  set(key, { ...previous.model, ...fields }, previous.pendingLike, writes);
}

export function setPendingLike({ kind, id }: EntityRef, pendingLike: boolean | undefined) {
  const key = keyOf(kind, id);
  const previous = storedForViewer().get(key);
  if (previous) set(key, previous.model, pendingLike, previous.writtenAt);
}

/** Call it after an entity was deleted on the server. Its own page keeps showing it until it is left. */
export function markRemoved({ kind, id }: EntityRef) {
  storedForViewer();
  removed.add(keyOf(kind, id));
}

/** Whether the viewer deleted it. Lists that were loaded before still contain it. */
export function isRemoved({ kind, id }: EntityRef): boolean {
  storedForViewer();
  return removed.has(keyOf(kind, id));
}
