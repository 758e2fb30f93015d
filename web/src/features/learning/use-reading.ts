import { useEffect } from 'react';
import { useMember } from '#features/session/store.ts';
import type { CollectionRef } from './progress-store.ts';

/** Only members load it. */
const loadReading = () => import('./lazy/reading.ts');
const noop = () => undefined;

/** Reads the viewer's progress for `useProgress`; once for each page. */
export function useLoadProgress({ kind, id }: CollectionRef) {
  const userId = useMember()?.userId;
  useEffect(() => {
    if (userId !== undefined) void loadReading().then(({ readProgress }) => readProgress({ kind, id }), noop);
  }, [userId, kind, id]);
}

/** Marks the open card as read for members; undefined while no card is open. */
export function useMarkRead(cardId: number | undefined, place?: CollectionRef) {
  const userId = useMember()?.userId;
  const { kind, id } = place ?? {};
  useEffect(() => {
    if (userId === undefined || cardId === undefined) return;
    const collection = kind === undefined || id === undefined ? undefined : { kind, id };
    void loadReading().then(({ markRead }) => markRead(cardId, collection), noop);
  }, [userId, cardId, kind, id]);
}
