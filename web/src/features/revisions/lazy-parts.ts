import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when it is opened. */
export const cardHistory = lazyPart(async () => (await import('./lazy/History.tsx')).History);
