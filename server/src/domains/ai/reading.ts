/**
 * Turns HTML that is still being written into text that can be read meanwhile: tags are left out, ends of blocks are
 * line breaks, and a tag or an entity that is cut in two is waited for.
 */
export class ReadAlong {
  #held = '';

  read(piece: string): string {
    const text = this.#held + piece;
    const whole = text.length - (unfinished.exec(text.slice(-longest))?.[0].length ?? 0);
    this.#held = text.slice(whole);
    return withoutTags(text.slice(0, whole));
  }
}

/** A tag is not endless: what goes on for longer is text. */
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
