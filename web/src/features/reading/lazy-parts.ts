import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only for signed-in users. */
export const memberActions = lazyPart(async () => (await import('./lazy/MemberActions.tsx')).MemberActions);

/** Loaded only for signed-in users. */
export const viewerCardFields = lazyPart(
  async () => (await import('./lazy/ViewerCardFields.tsx')).ViewerCardFields,
);

/** Loaded when the comments of an open card are shown. */
export const cardComments = lazyPart(async () => (await import('./lazy/CardComments.tsx')).CardComments);

/** Loaded only on screens wide enough to show it beside the card. */
export const liveOutline = lazyPart(async () => (await import('./lazy/LiveOutline.tsx')).LiveOutline);

/** Loaded when it is opened. */
export const outlineSheet = lazyPart(async () => (await import('./lazy/OutlineSheet.tsx')).OutlineSheet);
