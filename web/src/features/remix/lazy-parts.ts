import { lazyPart } from '#lib/lazy-part.tsx';

/* Loaded only for signed-in users. */
export const remixChain = lazyPart(async () => (await import('./lazy/RemixChain.tsx')).RemixChain);
export const changedOriginal = lazyPart(
  async () => (await import('./lazy/ChangedOriginal.tsx')).ChangedOriginal,
);
export const changedChainCards = lazyPart(
  async () => (await import('./lazy/ChangedChainCards.tsx')).ChangedChainCards,
);
