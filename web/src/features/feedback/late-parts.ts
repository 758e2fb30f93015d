import { late } from '#lib/late.tsx';

/** Only in a browser, and only for whoever comes that far. */
export const contactForms = late(async () => (await import('./ContactForms.tsx')).ContactForms);
