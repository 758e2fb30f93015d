import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when a signed-in user opens the form. */
export const suggestChange = lazyPart(async () => (await import('./lazy/SuggestChange.tsx')).SuggestChange);
/** Loaded when an owner opens the suggestions for a card. */
export const cardSuggestions = lazyPart(
  async () => (await import('./lazy/CardSuggestions.tsx')).CardSuggestions,
);
