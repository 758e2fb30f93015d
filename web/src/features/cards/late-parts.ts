import { late } from '#lib/late.tsx';

/* Only for people who are signed in. */
export const memberCounts = late(async () => (await import('./late/MemberCounts.tsx')).MemberCounts);
export const memberLike = late(async () => (await import('./late/MemberLike.tsx')).MemberLike);
export const memberComments = late(async () => (await import('./late/MemberComments.tsx')).MemberComments);
export const cardControls = late(async () => (await import('./late/CardControls.tsx')).CardControls);

/** Only for those who want to see the picture large. */
export const largePicture = late(async () => (await import('./late/LargePicture.tsx')).LargePicture);
