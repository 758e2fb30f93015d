import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded when the picture is opened full screen. */
export const largePicture = lazyPart(async () => (await import('./lazy/LargePicture.tsx')).LargePicture);

/** Loaded for pictures with labels. */
export const labelledPicture = lazyPart(
  async () => (await import('./lazy/LabelledPicture.tsx')).LabelledPicture,
);
