import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when it is opened. */
export const history = lazyPart(async () => (await import('./lazy/History.tsx')).History);
