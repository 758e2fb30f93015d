import { lazyPart } from '#lib/lazy-part.tsx';

/** Only for people who are signed in. */
export const memberActs = lazyPart(async () => (await import('./lazy/MemberActs.tsx')).MemberActs);

/** Only where there is room beside the card. */
export const liveOutline = lazyPart(async () => (await import('./lazy/LiveOutline.tsx')).LiveOutline);

/** Only for those who open it. */
export const outlineSheet = lazyPart(async () => (await import('./lazy/OutlineSheet.tsx')).OutlineSheet);

/** Only once there is something to say. */
export const toasts = lazyPart(async () => (await import('#ui/ToastProvider.tsx')).ToastProvider);
