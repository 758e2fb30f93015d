import type { AnswerOf } from '@gyan/contract/calls.ts';
import { useSyncExternalStore } from 'react';
import { currentSession } from '#features/session/store.ts';

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

export function setProgress(of: CollectionRef, progress: Progress) {
  stored.set(keyOf(of), progress);
  for (const listener of listeners) listener();
}

export const queryOf = ({ kind, id }: CollectionRef) =>
  kind === 'chain' ? { chapterId: id } : { subjectId: id };

export const getProgress = (of: CollectionRef): Progress | undefined => stored.get(keyOf(of));

/** The viewer's progress; undefined for visitors and until it has arrived. */
export function useProgress({ kind, id }: CollectionRef): Progress | undefined {
  return useSyncExternalStore(
    subscribe,
    () => getProgress({ kind, id }),
    () => undefined,
  );
}
