import { escapeHtml } from '#lib/html.ts';
import { plainText } from '#lib/text.ts';

/** Converts plain text for the rich editor: empty lines separate paragraphs. */
export function htmlOfText(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(escapeHtml).join('<br>')}</p>`)
    .join('');
}

const lineEnd = /(<br\s*\/?>|<\/li>|<\/(?:p|h[1-6]|pre|blockquote|ul|ol)>)/i;

/** Converts rich text to plain text, keeping lines and paragraphs. */
export function textOfHtml(html: string): string {
  const source = html.replace(/<pre\b.*?<\/pre>/gis, (code) => code.replaceAll('\n', '<br>'));
  return source
    .replace(/<\/p>(?=\s*<\/li>)/gi, '')
    .split(lineEnd)
    .map((piece, index) => {
      if (index % 2 === 0) return plainText(piece);
      return /^<(?:br|\/li)/i.test(piece) ? '\n' : '\n\n';
    })
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Lowers headings of pasted HTML to the highest level of a card, as the server does. */
export const cardHeadings = (html: string) => html.replace(/<(\/?)h[1-4](?=[\s>])/gi, '<$1h5');

const maxTitleLength = 100;

/** The default title of a card: its first heading, else its first sentence, else the prompt. */
export function titleOfHtml(html: string, prompt: string): string {
  const heading = /<h[1-6]\b[^<>]*>(.*?)<\/h[1-6]>/is.exec(html)?.[1];
  const line = [plainText(heading ?? ''), textOfHtml(html), prompt]
    .map((text) => text.trim().split('\n')[0] ?? '')
    .find((text) => text !== '');
  const sentence = /^.{12,}?[.!?।](?=\s|$)/u.exec(line ?? '')?.[0] ?? line ?? '';
  const characters = [...sentence.replace(/[.।]$/u, '')];
  return characters.length <= maxTitleLength
    ? characters.join('')
    : `${characters
        .slice(0, maxTitleLength - 1)
        .join('')
        .trimEnd()}…`;
}
