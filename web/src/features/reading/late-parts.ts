import { late } from '#lib/late.tsx';

/* Only for people who are signed in. */

export const thingLikes = late(async () => (await import('./late/ThingLikes.tsx')).ThingLikes);
export const thingLike = late(async () => (await import('./late/ThingLike.tsx')).ThingLike);
export const saveButton = late(async () => (await import('./late/SaveButton.tsx')).SaveButton);
export const thingControls = late(async () => (await import('./late/ThingControls.tsx')).ThingControls);

/** Only where there is room beside the card, and when somebody stirs. */
export const liveOutline = late(async () => (await import('./late/LiveOutline.tsx')).LiveOutline);

/** Only for those who open it. */
export const outlineSheet = late(async () => (await import('./late/OutlineSheet.tsx')).OutlineSheet);

/** So that what was done can be said. */
export const toasts = late(async () => (await import('#ui/ToastProvider.tsx')).ToastProvider);
