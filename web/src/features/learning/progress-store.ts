import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { LearningState } from '@gyan/contract/learning.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '#features/session/actions.ts';
import { currentSession, useMember } from '#features/session/store.ts';

export type Progress = AnswerOf<'GET /r/progress'>;

export interface CollectionRef {
  kind: 'chain' | 'subject';
  id: number;
}

/** The viewer's progress by chain and subject. Public pages show it, so it is not part of the query cache. */
const stored = new Map<string, Progress>();
const listeners = new Set<() => void>();

const keyOf = ({ kind, id }: CollectionRef) => `${currentSession()?.userModel.userId ?? 0} ${kind} ${id}`;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function set(key: string, progress: Progress) {
  stored.set(key, progress);
  for (const listener of listeners) listener();
}

const queryOf = ({ kind, id }: CollectionRef) => (kind === 'chain' ? { chapterId: id } : { subjectId: id });

async function readProgress(of: CollectionRef): Promise<void> {
  const key = keyOf(of);
  set(key, await api('GET /r/progress', { query: queryOf(of) }));
}

/** Reads the viewer's progress for `useProgress`; once for each page. */
export function useLoadProgress({ kind, id }: CollectionRef) {
  const userId = useMember()?.userId;
  useEffect(() => {
    if (userId !== undefined) void readProgress({ kind, id }).catch(() => undefined);
  }, [userId, kind, id]);
}

export const getProgress = (of: CollectionRef): Progress | undefined => stored.get(keyOf(of));

/** The viewer's progress; undefined for visitors and until it has arrived. */
export function useProgress({ kind, id }: CollectionRef): Progress | undefined {
  return useSyncExternalStore(
    subscribe,
    () => getProgress({ kind, id }),
    () => undefined,
  );
}

/** Marks a card as read, and as the place in what it is read in. A failure is not worth a message. */
export async function markRead(postId: number, place?: CollectionRef): Promise<void> {
  const { state } = await api('PUT /r/reading', { body: { postId, ...(place && queryOf(place)) } });
  if (!place) return;
  const key = keyOf(place);
  const was = stored.get(key);
  if (was) set(key, withState(was, postId, state));
}

/** The same progress with this card in this state, as the place. */
function withState(progress: Progress, postId: number, state: LearningState): Progress {
  const postStateVec = progress.postStateVec.map((each) =>
    each.postId === postId ? { ...each, state, changed: false } : each,
  );
  return {
    ...progress,
    placePostId: postId,
    postStateVec,
    readCount: postStateVec.filter((each) => each.state !== 'new').length,
    knownCount: postStateVec.filter((each) => each.state === 'known').length,
  };
}

/** Puts the cards of a chain or subject into the review queue, or takes them out. */
export async function setStudied(of: CollectionRef, wanted: boolean): Promise<void> {
  const { studied } = await api('PUT /r/study', { body: { ...queryOf(of), studied: wanted } });
  const key = keyOf(of);
  const was = stored.get(key);
  if (was) set(key, { ...was, studied });
}
