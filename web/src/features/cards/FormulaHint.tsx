import { formulaPreview } from './lazy-parts.ts';

const hasFormula = /\$[^$]+\$/u;

/** A live preview below an editor whose text has formulas. */
export function FormulaHint({ text }: { text: string }) {
  return hasFormula.test(text) ? <formulaPreview.Component text={text} /> : null;
}
