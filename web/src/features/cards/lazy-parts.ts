import { lazyPart } from '#lib/lazy-part.tsx';

/* Loaded only for signed-in users. */
export const memberComments = lazyPart(
  async () => (await import('./lazy/MemberComments.tsx')).MemberComments,
);
export const cardControls = lazyPart(async () => (await import('./lazy/CardControls.tsx')).CardControls);

/** Loaded when it is opened. */
export const shareDialog = lazyPart(async () => (await import('./lazy/ShareDialog.tsx')).ShareDialog);
