import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only for signed-in users. */
export const profileActions = lazyPart(
  async () => (await import('./lazy/ProfileActions.tsx')).ProfileActions,
);
