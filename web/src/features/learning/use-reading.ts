import { useEffect, useRef } from 'react';
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

/** Marks the open card as read for members. */
export function useMarkRead(cardId: number, place?: CollectionRef) {
  const userId = useMember()?.userId;
  const { kind, id } = place ?? {};
  useEffect(() => {
    if (userId === undefined) return;
    const collection = kind === undefined || id === undefined ? undefined : { kind, id };
    void loadReading().then(({ markRead }) => markRead(cardId, collection), noop);
  }, [userId, cardId, kind, id]);
}

interface OpenInSubject {
  card: { id: number; urlText: string };
  /** The `urlText` of the next card. */
  next: string | undefined;
  /** The URL names the card. */
  chosen: boolean;
}

/** From this width on, a subject shows its first card before one is chosen; reading.css has the same. */
const wide = '(min-width: 60rem)';

/** The same in a subject. The first card counts as read when the viewer goes on from it without having chosen it. */
export function useMarkReadInSubject({ id }: CollectionRef, { card, next, chosen }: OpenInSubject) {
  const userId = useMember()?.userId;
  const shown = useRef<{ cardId: number; next: string | undefined }>(undefined);
  const { id: cardId, urlText } = card;
  useEffect(() => {
    if (userId === undefined) return;
    if (!chosen) {
      shown.current = matchMedia(wide).matches ? { cardId, next } : undefined;
      return;
    }
    const before = shown.current?.next === urlText ? shown.current.cardId : undefined;
    shown.current = undefined;
    void loadReading().then(({ markRead }) => markRead(cardId, { kind: 'subject', id }, before), noop);
  }, [userId, cardId, urlText, next, chosen, id]);
}
