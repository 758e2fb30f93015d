import { treeLabelLength } from '@gyan/contract/limits.ts';

const opensOrSeparates = /[\s.,;:!?…'"“‘([{–—-]/u;

/** The beginning of a longer text: an ellipsis replaces punctuation and space at its end. */
export function cutOff(text: string): string {
  let end = text.length;
  while (end > 0 && opensOrSeparates.test(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** The label of a card in a subject's outline: its first code points, cut at a word. */
export function treeLabel(text: string): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')];
  if (characters.length <= treeLabelLength) return characters.join('');
  // One more than fits, so that a word that ends at the limit stays.
  const end = characters.slice(0, treeLabelLength + 1).lastIndexOf(' ');
  return cutOff(characters.slice(0, end > treeLabelLength / 2 ? end : treeLabelLength).join(''));
}

interface Named {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Both names, or the one that exists, or `Unknown`. */
export const displayName = (user: Named | null | undefined) =>
  [user?.firstName, user?.lastName].filter(Boolean).join(' ') || 'Unknown';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Plain text of sanitised rich text, for previews and share descriptions. Never use it as HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|blockquote|pre|tr|td|th)\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim();
}

const counted = (noun: string) => (count: number) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const cardCount = counted('card');
export const chapterCount = counted('chapter');
export const chainCount = counted('chain');
