import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when a signed-in user chooses Report. */
export const reportDialog = lazyPart(async () => (await import('./lazy/ReportDialog.tsx')).ReportDialog);

/** Loaded for members at an address where visitors find nothing. */
export const ownHidden = lazyPart(async () => (await import('./lazy/OwnHidden.tsx')).OwnHidden);

/** Loaded for the owner of a hidden object, and for admins. */
export const hiddenNote = lazyPart(async () => (await import('./lazy/HiddenNote.tsx')).HiddenNote);
