import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only for signed-in users. */
export const memberNav = lazyPart(async () => (await import('./MemberNav.tsx')).MemberNav);

/** Loaded when the search box gets the focus. */
export const searchSuggestions = lazyPart(
  async () => (await import('#features/search/lazy/SearchSuggestions.tsx')).SearchSuggestions,
);

/** Loaded after an error. */
export const errorNotice = lazyPart(async () => (await import('./ErrorNotice.tsx')).ErrorNotice);

/** Loaded after an error of a whole page. */
export const pageErrorNotice = lazyPart(async () => (await import('./PageErrorNotice.tsx')).PageErrorNotice);

/** Loaded for signed-in users. */
export const toasts = lazyPart(async () => (await import('#ui/Toasts.tsx')).Toasts);
