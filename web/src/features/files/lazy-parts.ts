import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when a creator opens it. */
export const importDialog = lazyPart(async () => (await import('./lazy/ImportDialog.tsx')).ImportDialog);
