import { lazyPart } from '#lib/lazy-part.tsx';

/** Loaded while a text has formulas. */
export const formulaPreview = lazyPart(
  async () => (await import('./lazy/FormulaPreview.tsx')).FormulaPreview,
);
