import { lazyPart } from '#lib/lazy-part.tsx';

/* Only for people who are signed in. */
export const memberComments = lazyPart(
  async () => (await import('./lazy/MemberComments.tsx')).MemberComments,
);
export const cardControls = lazyPart(async () => (await import('./lazy/CardControls.tsx')).CardControls);

/** Only for those who open the picture large. */
export const largePicture = lazyPart(async () => (await import('./lazy/LargePicture.tsx')).LargePicture);
