import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when it is opened. */
export const saveDialog = lazyPart(async () => (await import('./lazy/SaveDialog.tsx')).SaveDialog);
