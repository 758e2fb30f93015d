import { lengths } from '@gyan/contract/limits.ts';
import { normalTag, tagLimits } from '@gyan/contract/tags.ts';
import { isBlank, isStorable, textLength, tidyLine, tidyLines, tidyName } from '@gyan/contract/text.ts';
import { escapeHtml } from '#lib/html.ts';
import { cleanRichText, RichTextSizeError } from '#lib/rich-text.ts';
import type { Problems } from './read-file.ts';

/** The text of a card, with the HTML of rich text. */
export interface CardText {
  text: string;
  htmlDesc: string | null;
}

export const plainText = (text: string): CardText => ({ text: tidyLines(text), htmlDesc: null });

/** Rich text, or plain text if it has no more than line breaks and paragraphs. Undefined if a card cannot hold it. */
export function textOfHtml(html: string): CardText | undefined {
  const plain = plainTextOf(html);
  if (plain !== undefined) return fitting(plainText(plain));
  try {
    const { html: htmlDesc, text } = cleanRichText(html);
    if (isBlank(text)) return plainText('');
    return fitting(isPlain(htmlDesc) ? plainText(text) : { text, htmlDesc });
  } catch (error) {
    if (error instanceof RichTextSizeError) return undefined;
    throw error;
  }
}

/** Undefined if the text is too long for a card, or cannot be stored. */
export function fitting(content: CardText): CardText | undefined {
  if (!isStorable(content.text)) return undefined;
  return textLength(content.text) > lengths.cardText ? undefined : content;
}

const isPlain = (html: string) => !/<(?!\/?p>|br\b)/.test(html);

/** HTML for a plain text; `textOfHtml` reads it back unchanged. */
export function htmlOfText(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

const knownEntities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** The text of HTML with only line breaks, lines and paragraphs; undefined for any other. */
function plainTextOf(html: string): string | undefined {
  if (/<(?!(?:br ?\/?|\/?div|\/?p)>)|&(?!(?:lt|gt|quot|nbsp|amp|#39);)/i.test(html)) return undefined;
  const lines = html
    .replace(/\r?\n/g, ' ')
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/<\/p>\s*<p>/gi, '\n\n')
    .replace(/<\/div>\s*<div>|<\/?div>/gi, '\n')
    .replace(/<\/?p>/gi, '\n');
  return lines.replaceAll('&#39;', "'").replace(/&([a-z]+);/gi, (whole, name: string) => {
    return knownEntities[name.toLowerCase()] ?? whole;
  });
}

/** A title that fits, from a longer text. */
export function shortTitle(text: string): string {
  const line = tidyName(text.toWellFormed().replaceAll('\0', ''));
  if (textLength(line) <= lengths.title) return line;
  const cut = Array.from(line)
    .slice(0, lengths.title - 1)
    .join('');
  return `${cut.replace(/\s\S*$/u, '').trimEnd()}…`;
}

/** An optional text of one line, or null if it is empty or too long. */
export function shortText(text: string | undefined, max: number): string | null {
  const line = tidyLine((text ?? '').toWellFormed().replaceAll('\0', ''));
  return isBlank(line) || textLength(line) > max ? null : line;
}

/** The tags that a card can have. */
export function fittingTags(typed: readonly string[], problems: Problems): string[] {
  const tags = [...new Set(typed.map((tag) => normalTag(tag.replace(/[\s,]+/gu, '-'))))].filter(
    (tag) => !isBlank(tag) && isStorable(tag),
  );
  const short = tags.filter((tag) => textLength(tag) <= tagLimits.length);
  const taken = short.slice(0, tagLimits.count);
  problems.add(
    'Tags that are too long, or more than a card can have, are left out.',
    tags.length - taken.length,
  );
  return taken;
}
