import { late } from '#lib/late.tsx';

/** Only for people who are signed in. */
export const memberNav = late(async () => (await import('./MemberNav.tsx')).MemberNav);

/** Only when something went wrong. */
export const errorNotice = late(async () => (await import('./ErrorNotice.tsx')).ErrorNotice);

/** Around the pages of signed-in people, so that what one page did can be said on the next. */
export const toasts = late(async () => (await import('#ui/ToastProvider.tsx')).ToastProvider);
