import { normalTag, tagLimits } from '@gyan/contract/tags.ts';
import { textLength } from '@gyan/contract/text.ts';

// A mark in the middle of a word, of an address or of a number is no tag.
const hashtag = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu;

/** The tags a text names by itself. A number alone is none. */
export function hashtagsIn(text: string): string[] {
  const tags = Array.from(text.matchAll(hashtag), ([, word = '']) => normalTag(word));
  return [...new Set(tags)].filter((tag) => /\p{L}/u.test(tag) && textLength(tag) <= tagLimits.length);
}

/** Those given come first; those named in the text fill up what room is left. */
export function mergeTags(given: readonly string[], named: readonly string[]): string[] {
  return [...new Set([...given, ...named])].slice(0, tagLimits.count);
}
