import { lazyPart } from '#lib/lazy-part.tsx';

/** All tabs but the first: their forms need the form library and the contract's schemas. */
export const otherSettings = lazyPart(async () => (await import('./OtherSettings.tsx')).OtherSettings);

/** For pages outside the settings. */
export const stepUpDialog = lazyPart(async () => (await import('./StepUpDialog.tsx')).StepUpDialog);
