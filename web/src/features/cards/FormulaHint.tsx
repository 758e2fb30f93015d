import { formulaPreview } from './formula-part.ts';

const hasFormula = /\$[^$]+\$/u;

/** A live preview below an editor, while its text has formulas. */
export function FormulaHint({ text, html }: { text?: string | undefined; html?: string | undefined }) {
  const source = html || text || '';
  return hasFormula.test(source) ? <formulaPreview.Component source={source} isHtml={Boolean(html)} /> : null;
}
