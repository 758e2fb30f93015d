import { lazyPart } from '#lib/lazy-part.tsx';

/* Loaded only for signed-in users. */
export const memberComments = lazyPart(
  async () => (await import('./lazy/MemberComments.tsx')).MemberComments,
);
export const cardControls = lazyPart(async () => (await import('./lazy/CardControls.tsx')).CardControls);

/** Loaded when the picture is opened full screen. */
export const largePicture = lazyPart(async () => (await import('./lazy/LargePicture.tsx')).LargePicture);

/** Loaded when it is opened. */
export const shareDialog = lazyPart(async () => (await import('./lazy/ShareDialog.tsx')).ShareDialog);

/** Loaded for pictures with labels. */
export const labelledPicture = lazyPart(
  async () => (await import('./lazy/LabelledPicture.tsx')).LabelledPicture,
);

/** Loaded while a text has formulas. */
export const formulaPreview = lazyPart(
  async () => (await import('./lazy/FormulaPreview.tsx')).FormulaPreview,
);
