import { isBlank, textLength } from '@gyan/contract/text.ts';
import { invalidField } from '#http/problems.ts';

const mostTags = 30;
const longestTag = 50;

/** The same tag however it was typed. Anything but space and comma may be in it: markup is text here too. */
function normalTag(typed: string): string {
  return typed.normalize('NFKC').toLowerCase().replace(/^#+/u, '');
}

/** What the field for tags says: `#light #optics`, `light, optics`, or both ways at once. */
export function readTags(tagsText: string): string[] {
  const tags = tagsText
    .split(/[\s,]+/u)
    .map(normalTag)
    .filter((tag) => !isBlank(tag));
  const unique = [...new Set(tags)];
  if (unique.some((tag) => textLength(tag) > longestTag)) {
    throw invalidField('tagsText', `A tag can have at most ${longestTag} characters`);
  }
  if (unique.length > mostTags) {
    throw invalidField('tagsText', `A card can have at most ${mostTags} tags`);
  }
  return unique;
}

// A mark in the middle of a word, of an address or of a number is no tag.
const hashtag = /(?<![\p{L}\p{M}\p{N}_#&/])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu;

/** The tags a text names by itself. A number alone is none. */
export function hashtagsIn(text: string): string[] {
  const tags = Array.from(text.matchAll(hashtag), ([, word = '']) => normalTag(word));
  return [...new Set(tags)].filter((tag) => /\p{L}/u.test(tag) && textLength(tag) <= longestTag);
}

/** Those given come first; those named in the text fill up what room is left. */
export function mergeTags(given: readonly string[], named: readonly string[]): string[] {
  return [...new Set([...given, ...named])].slice(0, mostTags);
}
