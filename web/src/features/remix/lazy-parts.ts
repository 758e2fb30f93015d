import { lazyPart } from '#lib/lazy-part.tsx';

/* Loaded only for the owner of a copy. */
export const changedOriginal = lazyPart(
  async () => (await import('./lazy/ChangedOriginal.tsx')).ChangedOriginal,
);
export const changedChainCards = lazyPart(
  async () => (await import('./lazy/ChangedChainCards.tsx')).ChangedChainCards,
);
