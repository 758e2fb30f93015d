import { cutOff } from '#lib/text.ts';

/** The first `count` words, with an ellipsis when there were more. Runs of white space become one space. */
export function firstWords(text: string, count: number): string {
  const words = text.trimStart().split(/\s+/u, count + 1);
  const more = words.length > count && words.pop() !== '';
  return more ? cutOff(words.join(' ')) : words.join(' ').trimEnd();
}

export const previewWordCount = 30;
export const descriptionWordCount = 20;

/** Undefined at zero, so that nothing is shown. */
export function likeText(count: number): string | undefined {
  return countText(count, 'Like');
}

export function commentText(count: number): string | undefined {
  return countText(count, 'Comment');
}

function countText(count: number, noun: string): string | undefined {
  if (count <= 0) return undefined;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
