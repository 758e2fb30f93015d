/**
 * Converts streamed HTML to plain text: drops tags, turns block ends into line breaks, and buffers a tag or an entity
 * that is split between chunks.
 */
export class PlainTextStream {
  #held = '';

  read(piece: string): string {
    const text = this.#held + piece;
    const whole = text.length - (unfinished.exec(text.slice(-longest))?.[0].length ?? 0);
    this.#held = text.slice(whole);
    return withoutTags(text.slice(0, whole));
  }
}

/** An unfinished tag longer than this is text. */
const longest = 200;
const unfinished = /<(?:[a-z/!][^<>]*)?$|&[a-z#\d]{0,5}$/i;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

function withoutTags(text: string): string {
  return text
    .replace(/<\/(?:p|h[1-6]|ul|ol|blockquote|pre|div)>/gi, '\n\n')
    .replace(/<(?:\/li|br ?\/?)>/gi, '\n')
    .replace(/<[a-z/!][^<>]{0,200}>/gi, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}
