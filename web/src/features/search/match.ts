const marks = /\p{M}/gu;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/** As the server folds it, near enough: case and the accents of Latin, Greek and Cyrillic letters do not count. */
const fold = (text: string) => {
  const parted = text.normalize('NFKD').toLowerCase();
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(parted)
    ? parted.replace(marks, '')
    : text.normalize('NFKC').toLowerCase();
};

/** The words somebody typed, folded. */
export const typedWords = (q: string) => Array.from(q.matchAll(word), ([found]) => fold(found));

/** A word and what is left of it with any one letter gone: two words that share one of these differ by one slip. */
function slips(text: string): Set<string> {
  const letters = [...text];
  return new Set([text, ...letters.map((_, at) => letters.filter((__, other) => other !== at).join(''))]);
}

/** Whether one slip makes what was typed of a word. */
function isSlip(found: string, typed: string): boolean {
  if (typed.length < 4 || Math.abs(found.length - typed.length) > 1) return false;
  const wanted = slips(typed);
  return [...slips(found)].some((slip) => wanted.has(slip));
}

/** Tells the words of a text that were typed: they begin so, or, where none of its words does, one slip explains them. */
function finderIn(text: string, typed: readonly string[]): (found: string) => boolean {
  const words = typedWords(text);
  const sought = typed.map((wanted) => {
    const isThere = words.some((found) => found.startsWith(wanted));
    return (found: string) => found.startsWith(wanted) || (!isThere && isSlip(found, wanted));
  });
  return (found) => sought.some((isTyped) => isTyped(found));
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text in pieces, those that were searched for apart from the others. */
export function piecesOf(text: string, typed: readonly string[]): Piece[] {
  const isHit = finderIn(text, typed);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    if (!isHit(fold(found))) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), hit: false });
    pieces.push({ text: found, hit: true });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}

/** As many words of a text as a preview has, from a little before the first that was searched for. */
export function excerpt(text: string, typed: readonly string[], count: number): string {
  const isHit = finderIn(text, typed);
  const words = text.split(/\s+/u).filter(Boolean);
  const hit = words.findIndex((part) => typedWords(part).some(isHit));
  const start = hit < count ? 0 : Math.min(hit - 6, Math.max(0, words.length - count));
  const shown = words.slice(start, start + count).join(' ');
  return `${start > 0 ? '…' : ''}${shown}${start + count < words.length ? '…' : ''}`;
}
