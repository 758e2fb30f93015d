import { cutOff } from '#lib/text.ts';

const combiningMarks = /\p{M}/gu;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Approximates the server's folding: ignores case, and accents in Latin, Greek and Cyrillic script. */
const fold = (text: string) => {
  const decomposed = text.normalize('NFKD').toLowerCase();
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(decomposed)
    ? decomposed.replace(combiningMarks, '')
    : text.normalize('NFKC').toLowerCase();
};

/** The words of the query, folded. */
export const typedWords = (q: string) => Array.from(q.matchAll(word), ([found]) => fold(found));

/** The word and each variant with one character deleted. Two words that share a variant differ by one typo. */
function typoVariants(text: string): Set<string> {
  const characters = [...text];
  return new Set([
    text,
    ...characters.map((_, at) => characters.filter((__, other) => other !== at).join('')),
  ]);
}

/** Whether the words differ by at most one typo. */
function isTypo(found: string, typed: string): boolean {
  if (typed.length < 4 || Math.abs(found.length - typed.length) > 1) return false;
  const wanted = typoVariants(typed);
  return [...typoVariants(found)].some((variant) => wanted.has(variant));
}

/** Matches words by prefix; a typed word that is no prefix of any word matches words with one typo. */
function matcherFor(text: string, typed: readonly string[]): (found: string) => boolean {
  const words = typedWords(text);
  const matchers = typed.map((wanted) => {
    const isPrefix = words.some((found) => found.startsWith(wanted));
    return (found: string) => found.startsWith(wanted) || (!isPrefix && isTypo(found, wanted));
  });
  return (found) => matchers.some((isTyped) => isTyped(found));
}

export interface TextPart {
  text: string;
  hit: boolean;
}

/** Splits the text into matching and other pieces. */
export function splitByMatch(text: string, typed: readonly string[]): TextPart[] {
  const isHit = matcherFor(text, typed);
  const pieces: TextPart[] = [];
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

/** An excerpt of `count` words that starts shortly before the first match. */
export function excerpt(text: string, typed: readonly string[], count: number): string {
  const isHit = matcherFor(text, typed);
  const words = text.split(/\s+/u).filter(Boolean);
  const hit = words.findIndex((part) => typedWords(part).some(isHit));
  const start = hit < count ? 0 : Math.min(hit - 6, Math.max(0, words.length - count));
  const shown = words.slice(start, start + count).join(' ');
  return `${start > 0 ? '…' : ''}${start + count < words.length ? cutOff(shown) : shown}`;
}
