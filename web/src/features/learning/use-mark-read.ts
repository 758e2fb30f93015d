import { useEffect } from 'react';
import { useMember } from '#features/session/store.ts';
import { type CollectionRef, loadReading } from './progress-store.ts';

/** Marks the open card as read for members; undefined while no card is open. */
export function useMarkRead(cardId: number | undefined, place?: CollectionRef) {
  const userId = useMember()?.userId;
  const { kind, id } = place ?? {};
  useEffect(() => {
    if (userId === undefined || cardId === undefined) return;
    const collection = kind === undefined || id === undefined ? undefined : { kind, id };
    void loadReading().then(
      ({ markRead }) => markRead(cardId, collection),
      () => undefined,
    );
  }, [userId, cardId, kind, id]);
}
