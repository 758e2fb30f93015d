import type { PostModel } from '@gyan/contract/cards.ts';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { useSyncExternalStore } from 'react';
import { currentSession } from '#features/session/store.ts';

/**
 * The browser's one copy of each card, chain and subject, by id. Every API answer is stored here (see `actions.ts`), and
 * every component that shows one reads it here, so a change shows everywhere at once. It is not part of the query
 * cache because public pages use it and do not load that library.
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

const stored = new Map<string, Stored>();
const listeners = new Set<() => void>();

/** Another user may sign in to the same tab, and likes and permissions depend on the viewer. */
const keyOf = (kind: EntityKind, id: number, viewerId = currentSession()?.userModel.userId ?? 0) =>
  `${viewerId} ${kind} ${id}`;

export function withPendingLike<Model extends Entities[EntityKind]>(
  model: Model,
  pending: boolean | undefined,
): Model {
  if (pending === undefined || pending === (model.likedByViewer ?? false)) return model;
  const likeCount = Math.max(0, model.likeCount + (pending ? 1 : -1));
  return { ...model, likedByViewer: pending, likeCount };
}

function set(key: string, model: Stored['model'], pendingLike: boolean | undefined, writtenAt: number) {
  stored.set(key, { model, pendingLike, shown: withPendingLike(model, pendingLike), writtenAt });
}

function notify() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const getEntity = <Kind extends EntityKind>(kind: Kind, id: number) =>
  // What stands under a kind's key is of that kind.
  stored.get(keyOf(kind, id))?.shown as Entities[Kind] | undefined;

/** Undefined until an answer held it; always so on the server and while hydrating. */
export const useEntity = <Kind extends EntityKind>(kind: Kind, id: number) =>
  useSyncExternalStore(
    subscribe,
    () => getEntity(kind, id),
    () => undefined,
  );

const kindsByField: Record<string, EntityKind> = {
  postModel: 'card',
  postModelVec: 'card',
  chapterModel: 'chain',
  chapterModelVec: 'chain',
  subjectModel: 'subject',
  subjectModelVec: 'subject',
};

/** Answers leave out what is empty, but these only because they were not asked for. */
const optionalFields = new Set([
  'likedByViewer',
  'savedByViewer',
  'can',
  'htmlDesc',
  'postCount',
  'chapterCount',
]);

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
 * To be called when a request is sent; the returned function stores the entities of its answer. A read that was sent
 * before the last write of an entity does not overwrite it.
 */
export function entitiesOfRequest(isRead: boolean): (answer: unknown) => void {
  const viewerId = currentSession()?.userModel.userId ?? 0;
  const sentAt = writes;
  return (answer) => {
    if (!isRead) writes += 1;
    for (const [kind, model] of modelsIn(answer)) {
      const key = keyOf(kind, model.id, viewerId);
      const was = stored.get(key);
      if (isRead && was && sentAt < was.writtenAt) continue;
      const kept = Object.entries(was?.model ?? {}).filter(([name]) => optionalFields.has(name));
      const merged = { ...Object.fromEntries(kept), ...model };
      set(key, merged, was?.pendingLike, isRead ? (was?.writtenAt ?? 0) : writes);
    }
    notify();
  };
}

/** Stores what a write answered about an entity. */
export function changeEntity<Kind extends EntityKind>(
  { kind, id }: EntityRef<Kind>,
  facts: Partial<Entities[Kind]>,
) {
  const key = keyOf(kind, id);
  const was = stored.get(key);
  if (!was) return;
  writes += 1;
  set(key, { ...was.model, ...facts }, was.pendingLike, writes);
  notify();
}

export function setPendingLike({ kind, id }: EntityRef, pendingLike: boolean | undefined) {
  const key = keyOf(kind, id);
  const was = stored.get(key);
  if (!was) return;
  set(key, was.model, pendingLike, was.writtenAt);
  notify();
}
