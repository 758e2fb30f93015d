import { isBlank, textLength, tidyName } from '@gyan/contract/text.ts';

const longest = 100;
/** Shorter texts are rarely sentences: `Dr.`, `1.`, `Wow!` */
const shortest = 12;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Derives a title from a text: its first line, or the first sentence of that line. */
export function titleFrom(text: string): string | undefined {
  const line = text
    .split('\n')
    .map(tidyName)
    .find((candidate) => !isBlank(candidate));
  if (line === undefined) return undefined;
  const characters = [...line];
  const begin = characters.findIndex((character) => !isBlank(character));
  const shown = characters.slice(begin, begin + longest * 4).join('');
  let title = '';
  for (const { segment } of sentences.segment(shown)) {
    title += segment;
    if (textLength(title.trim()) >= shortest) break;
  }
  return shorten(tidyName(withoutEnd(title)));
}

/** Drops a final full stop and trailing tags, which are shown as tags. */
function withoutEnd(sentence: string): string {
  const words = sentence.trimEnd().split(' ');
  while (words.length > 1 && /^#[^#]+$/u.test(words.at(-1) ?? '')) words.pop();
  const bare = words.join(' ').replace(/(?<!\.)[.。।]\s*$/u, '');
  return isBlank(bare) ? sentence : bare;
}

function shorten(title: string): string {
  if (textLength(title) <= longest) return title;
  const start = [...title].slice(0, longest - 1).join('');
  const space = start.lastIndexOf(' ');
  return `${(space > start.length / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}

const headingStart = /<h[1-6]\b[^<>]*>/iu;

/** The markup of the first heading, if there is one. */
export function firstHeading(html: string): string | undefined {
  const start = headingStart.exec(html);
  if (!start) return undefined;
  const inside = html.slice(start.index + start[0].length);
  const end = inside.search(/<\/h[1-6]/iu);
  return end === -1 ? undefined : inside.slice(0, end);
}
