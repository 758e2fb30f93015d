import { lazyPart } from '#lib/lazy-part.tsx';

/** Only for people who are signed in. */
export const memberNav = lazyPart(async () => (await import('./MemberNav.tsx')).MemberNav);

/** Only when something went wrong. */
export const errorNotice = lazyPart(async () => (await import('./ErrorNotice.tsx')).ErrorNotice);

/** Around the pages of signed-in people, so that what one page did can be said on the next. */
export const toasts = lazyPart(async () => (await import('#ui/ToastProvider.tsx')).ToastProvider);
