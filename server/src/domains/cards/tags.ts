import { normalTag, tagLimits } from '@gyan/contract/tags.ts';
import { textLength } from '@gyan/contract/text.ts';

// A `#` inside a word, an address or a number begins no tag.
const hashtag = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu;

/** The hashtags in a text. A number alone is none. */
export function hashtagsIn(text: string): string[] {
  const tags = Array.from(text.matchAll(hashtag), ([, word = '']) => normalTag(word));
  return [...new Set(tags)].filter((tag) => /\p{L}/u.test(tag) && textLength(tag) <= tagLimits.length);
}

/** Given tags first, then those named in the text, up to the limit. */
export function mergeTags(given: readonly string[], named: readonly string[]): string[] {
  return [...new Set([...given, ...named])].slice(0, tagLimits.count);
}

/**
 * The tags of a card after an edit: the given ones, or those of before that its text did not name, and those that its
 * new text names.
 */
export function editTags(
  before: { text: string; tags: readonly string[] },
  text: string,
  given?: readonly string[],
): string[] {
  const named = hashtagsIn(before.text);
  return mergeTags(given ?? before.tags.filter((tag) => !named.includes(tag)), hashtagsIn(text));
}
