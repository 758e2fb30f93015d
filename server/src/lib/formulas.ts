import sanitizeHtml from 'sanitize-html';
import temml from 'temml';
import { escapeHtml, escapeText, unescapeHtml } from './html.ts';

/**
 * Formulas in texts: `$…$` in a line, `$$…$$` on a line of its own. An opening `$` has no space after it, a closing one
 * none before it and no digit after it. `\$` is a dollar. A formula that cannot be shown stays text.
 */

/** Limits of one formula and of all formulas of a text, in characters. What is beyond them stays text. */
const most = { tex: 1_000, chemistry: 300, mathml: 20_000, depth: 40 };
const mostInText = { tex: 10_000, mathml: 100_000 };

interface Piece {
  /** What stands in the source. */
  source: string;
  /** The formula without its dollars. */
  tex?: string;
  isDisplay?: boolean;
}

/** Splits at the dollars; every dollar is looked at once. */
function* pieces(text: string): Generator<Piece> {
  let start = 0;
  let at = nextDollar(text, 0);
  while (at !== -1) {
    const isDisplay = text[at + 1] === '$';
    const inside = at + (isDisplay ? 2 : 1);
    const end = nextDollar(text, inside, true);
    if (end !== -1 && isFormula(text, inside, end, isDisplay)) {
      if (at > start) yield { source: text.slice(start, at) };
      start = end + (isDisplay ? 2 : 1);
      yield { source: text.slice(at, start), tex: text.slice(inside, end), isDisplay };
      at = nextDollar(text, start);
    } else {
      at = end === -1 ? -1 : nextDollar(text, Math.max(end, inside));
    }
  }
  if (start < text.length) yield { source: text.slice(start) };
}

/** The next `$` without a backslash before it. Inside a formula a backslash belongs to the character after it. */
function nextDollar(text: string, from: number, isTex = false): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '$') return at;
    at += text[at] === '\\' && (isTex || text[at + 1] === '$') ? 2 : 1;
  }
  return -1;
}

function isFormula(text: string, from: number, end: number, isDisplay: boolean): boolean {
  const tex = text.slice(from, Math.min(end, from + most.tex + 1));
  if (tex.length > most.tex || tex.trim() === '' || /\n\s*\n/.test(tex)) return false;
  if (isDisplay) return text[end + 1] === '$';
  return !/^\s|\s$/.test(tex) && !/\d/.test(text[end + 1] ?? '');
}

/** Plain text as HTML with its formulas as MathML; null if it is the same without. */
export function formulasInText(text: string): string | null {
  if (!text.includes('$')) return null;
  return render(text, { mathml: new Writer(), escape: escapeHtml });
}

// The normal form of rich text: no `<` but of tags, and no formula across tags.
const htmlToken = /<[^<>]*>|[^<]+/g;

/** The same for sanitised rich text. Code stays as it is. */
export function formulasInHtml(html: string): string | null {
  if (!html.includes('$')) return null;
  const mathml = new Writer();
  let isChanged = false;
  const shown = replaceTexts(html, (text) => {
    const rendered = render(unescapeHtml(text), { mathml, escape: escapeText });
    isChanged ||= rendered !== null;
    return rendered ?? text;
  });
  return isChanged ? shown : null;
}

/** Replaces the runs of text that can have a formula: those with a dollar, outside of code. */
function replaceTexts(html: string, replace: (text: string) => string): string {
  let code = 0;
  return html.replace(htmlToken, (token) => {
    if (token === '<code>') code += 1;
    else if (token === '</code>') code -= 1;
    return code > 0 || token.startsWith('<') || !token.includes('$') ? token : replace(token);
  });
}

/** Text with its formulas between the delimiters of MathJax: `\(…\)` in a line, `\[…\]` on a line of its own. */
export function mathJaxInText(text: string): string {
  return Array.from(pieces(text), ({ source, tex, isDisplay }) => {
    if (tex === undefined || /\\[)\]]/.test(tex)) return source;
    return isDisplay ? `\\[${tex}\\]` : `\\(${tex}\\)`;
  }).join('');
}

/** The same for sanitised rich text. */
export function mathJaxInHtml(html: string): string {
  return replaceTexts(html, (text) => escapeText(mathJaxInText(unescapeHtml(text))));
}

function render(
  text: string,
  { mathml, escape }: { mathml: Writer; escape: (text: string) => string },
): string | null {
  let html = '';
  let isChanged = false;
  for (const { source, tex, isDisplay = false } of pieces(text)) {
    const formula = tex === undefined ? undefined : mathml.write(tex, isDisplay);
    const shown = formula ?? escape(tex === undefined ? source.replaceAll('\\$', '$') : source);
    isChanged ||= formula !== undefined || shown !== escape(source);
    html += shown;
  }
  return isChanged ? html : null;
}

/** Commands that define others could make a short formula large. */
const definition =
  /\\(?:[egx]?def|let|futurelet|global|long|expandafter|csname|(?:re)?newcommand|providecommand|DeclareMathOperator)\b/;

/** Chemical formulas take much longer than others. */
const chemistry = /\\(?:ce|pu)\b/;

/** Writes the formulas of one text, within its limits. */
class Writer {
  #tex = 0;
  #mathml = 0;

  /** Undefined if the formula cannot be shown. */
  write(tex: string, isDisplay: boolean): string | undefined {
    this.#tex += tex.length;
    if (this.#tex > mostInText.tex || definition.test(tex)) return undefined;
    if (tex.length > most.chemistry && chemistry.test(tex)) return undefined;
    const mathml = toMathMl(tex, isDisplay);
    if (mathml === undefined || this.#mathml + mathml.length > mostInText.mathml) return undefined;
    this.#mathml += mathml.length;
    return mathml;
  }
}

function toMathMl(tex: string, displayMode: boolean): string | undefined {
  try {
    const mathml = temml.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: 1_000,
      maxSize: [10, 100],
    });
    return mathml.length > most.mathml ? undefined : clean(mathml);
  } catch {
    // Not TeX, or nested so deeply that the stack ends.
    return undefined;
  }
}

const elements = (
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
  'mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose'
).split(' ');

const flag = /^(?:true|false)$/;
const length = /^(?:\d(?:\.\d+)?|10)(?:em|ex)$|^\d{1,2}(?:\.\d+)?(?:pt|px)$|^0$/;
const spacing = { lspace: length, rspace: length };

/** Attributes that change how a formula reads. Others are styles. */
const attributes: Readonly<Record<string, RegExp>> = {
  ...spacing,
  display: /^block$/,
  displaystyle: flag,
  scriptlevel: /^[+-]?\d$/,
  mathvariant: /^normal$/,
  fence: flag,
  separator: flag,
  form: /^(?:prefix|infix|postfix)$/,
  stretchy: flag,
  symmetric: flag,
  largeop: flag,
  movablelimits: flag,
  accent: flag,
  accentunder: flag,
  minsize: length,
  maxsize: length,
  linethickness: length,
  width: length,
  height: length,
  columnspan: /^\d$/,
  rowspan: /^\d$/,
  columnalign: /^(?:(?:left|center|right)(?: |$)){1,20}$/,
  notation: /^[a-z ]{1,60}$/,
};

/** Only MathML that shows the formula: no links, ids, classes or styles. */
function clean(mathml: string): string | undefined {
  let depth = 0;
  let deepest = 0;
  const cleaned = sanitizeHtml(mathml, {
    allowedTags: elements,
    allowedAttributes: { '*': Object.keys(attributes) },
    disallowedTagsMode: 'discard',
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(given).filter(([name, value]) => attributes[name]?.test(value) ?? false),
        ),
      }),
    },
    onOpenTag() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  return deepest > most.depth ? undefined : cleaned;
}
