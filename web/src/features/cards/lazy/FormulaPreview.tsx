import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { plainText } from '#lib/text.ts';

const pauseMs = 400;
const shownLines = 12;

/** The lines of a text that have formulas, as the card will show them. */
export function FormulaPreview({ source, isHtml }: { source: string; isHtml: boolean }) {
  const [shown, setShown] = useState<string | null>(null);
  const lines = linesWithFormulas(isHtml ? textOfBlocks(source) : source);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      const answer = lines === '' ? undefined : await ask(lines);
      if (isCurrent && (lines === '' || answer)) setShown(answer?.textHtml ?? null);
    };
    const timer = setTimeout(() => void show(), pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [lines]);
  if (shown === null || lines === '') return null;
  return (
    <section className="formula-preview" aria-label="Preview of the formulas">
      <p className="meta">How the formulas will look</p>
      {/* Rendered by the server, which lets no markup of the text through. */}
      <div className="prose prose-plain" dangerouslySetInnerHTML={{ __html: shown }} />
    </section>
  );
}

/** Undefined without a connection: the last preview stays. */
async function ask(text: string) {
  try {
    return await api('POST /r/formulas', { body: { text } });
  } catch {
    return undefined;
  }
}

/** The text of rich text; a formula does not go on in the next block. */
const textOfBlocks = (html: string) =>
  html
    .split(/<\/(?:p|li|h\d|blockquote|pre)>/iu)
    .map(plainText)
    .join('\n\n');

/** A formula between two dollars can stand on several lines, but not over an empty one. */
function linesWithFormulas(text: string): string {
  return text
    .split(/\n\s*\n/u)
    .filter((paragraph) => /\$[^$]+\$/u.test(paragraph))
    .slice(0, shownLines)
    .join('\n\n');
}
