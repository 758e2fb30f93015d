import * as z from 'zod/mini';
import { isBlank, textLength, withoutDisguise } from './text.ts';

/** The most tags a card has, and the longest a tag gets. */
export const tagLimits = { count: 30, length: 50 } as const;

/** The same tag however it was typed. Anything but space and comma may be in it: markup is text here too. */
export function normalTag(typed: string): string {
  return withoutDisguise(typed.normalize('NFKC').toLowerCase()).replace(/^#+/u, '');
}

/** What a field for tags says: `#light #optics`, `light, optics`, or both ways at once. */
export function splitTags(tagsText: string): string[] {
  const tags = tagsText.split(/[\s,]+/u).map(normalTag);
  return [...new Set(tags.filter((tag) => !isBlank(tag)))];
}

function tagsProblem(tags: readonly string[]): string | undefined {
  if (tags.some((tag) => textLength(tag) > tagLimits.length)) {
    return `A tag can have at most ${tagLimits.length} characters`;
  }
  return tags.length > tagLimits.count ? `A card can have at most ${tagLimits.count} tags` : undefined;
}

/** For a field of tags that is a text already, or left out. */
export const fewShortTags = z.check<string | null | undefined>(({ value, issues }) => {
  const message = tagsProblem(splitTags(value ?? ''));
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});
