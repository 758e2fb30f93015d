import { lazyPart } from '#lib/lazy-part.tsx';

/** Only in a browser, and only for whoever comes that far. */
export const contactForms = lazyPart(async () => (await import('./ContactForms.tsx')).ContactForms);
