import * as z from 'zod/mini';
import { isBlank, removeMisleadingCharacters, textLength } from './text.ts';

/** Maximum number of tags per card, and maximum length of a tag. */
export const tagLimits = { count: 30, length: 50 } as const;

/** Normalises a tag. It may contain anything but spaces and commas; markup is treated as text. */
export function normalTag(typed: string): string {
  return removeMisleadingCharacters(typed.normalize('NFKC').toLowerCase()).replace(/^#+/u, '');
}

/** Splits the text of a tag field: `#light #optics`, `light, optics`, or both. */
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

/** For an optional tag field. */
export const checkTags = z.check<string | null | undefined>(({ value, issues }) => {
  const message = tagsProblem(splitTags(value ?? ''));
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});
