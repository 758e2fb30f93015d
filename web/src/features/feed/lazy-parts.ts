import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded for newcomers only. */
export const startHere = lazyPart(async () => (await import('./lazy/StartHere.tsx')).StartHere);
