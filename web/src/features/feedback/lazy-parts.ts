import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded only in the browser, when it is near the viewport. */
export const contactForms = lazyPart(async () => (await import('./ContactForms.tsx')).ContactForms);
