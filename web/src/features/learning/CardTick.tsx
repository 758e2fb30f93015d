import { Check, CheckCheck } from 'lucide-react';
import { type CollectionRef, useProgress } from './progress-store.ts';

/** In an outline: whether the viewer has read the card, or knows it. Its place is always there. */
export function CardTick({ of, cardId }: { of: CollectionRef; cardId: number }) {
  const state = useProgress(of)?.postStateVec.find(({ postId }) => postId === cardId)?.state;
  return (
    <span className="card-tick">
      {state === 'known' && <CheckCheck size={16} aria-label="known" />}
      {(state === 'read' || state === 'learning') && <Check size={16} aria-label="read" />}
    </span>
  );
}
