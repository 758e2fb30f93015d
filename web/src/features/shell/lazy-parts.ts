import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only for signed-in users. */
export const memberNav = lazyPart(async () => (await import('./MemberNav.tsx')).MemberNav);

/** Loaded after an error. */
export const errorNotice = lazyPart(async () => (await import('./ErrorNotice.tsx')).ErrorNotice);

/** Around the pages of signed-in users, so that a toast survives navigation. */
export const toasts = lazyPart(async () => (await import('#ui/ToastProvider.tsx')).ToastProvider);
