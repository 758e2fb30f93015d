import { type CollectionRef, useProgress } from './progress-store.ts';

/** In an outline: whether the viewer has read the card, or knows it. Its place is always there. */
export function CardTick({ of, cardId }: { of: CollectionRef; cardId: number }) {
  const state = useProgress(of)?.postStateVec.find(({ postId }) => postId === cardId)?.state ?? 'new';
  return (
    <span className="card-tick">
      {state !== 'new' && (
        <>
          <span aria-hidden="true">{state === 'known' ? '✓✓' : '✓'}</span>
          <span className="sr-only">{state === 'known' ? 'known: ' : 'read: '}</span>
        </>
      )}
    </span>
  );
}
