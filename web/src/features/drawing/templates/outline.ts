import { sceneLimits } from '@gyan/contract/scenes.ts';
import { isBlank, tidyLine } from '@gyan/contract/text.ts';

/** A line of an outline, with the indented lines below it. */
export interface OutlinePart {
  text: string;
  parts: OutlinePart[];
}

/** A template draws at most six items per part; a scene can have 500. */
export const maxOutlineParts = 60;

const tabColumns = 4;
const bullet = /^(?:[-*•–+]|\d{1,3}[.)])\s+/u;

/** One part per line, blank lines aside. More indentation than the line above means a part of it. */
export function parseOutline(outline: string): OutlinePart[] {
  const top: OutlinePart[] = [];
  /** The levels of the line above, from the top. */
  const open: { column: number; siblings: OutlinePart[] }[] = [];
  let count = 0;
  for (const line of outline
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const [indent = ''] = /^[\t ]*/u.exec(line) ?? [];
    const text = partText(line.slice(indent.length));
    if (isBlank(text)) continue;
    count += 1;
    if (count > maxOutlineParts) break;
    const column = columnAfter(indent);
    while (open.length > 1 && (open.at(-1)?.column ?? 0) > column) open.pop();
    const level = open.at(-1);
    // The first line was indented more than this one.
    if (level && column < level.column) level.column = column;
    const parent = level?.siblings.at(-1);
    const part: OutlinePart = { text, parts: [] };
    if (!level) open.push({ column, siblings: top });
    else if (column > level.column && parent) open.push({ column, siblings: parent.parts });
    open.at(-1)?.siblings.push(part);
  }
  return top;
}

function partText(line: string): string {
  const text = tidyLine(line);
  return [...(text.replace(bullet, '') || text)].slice(0, sceneLimits.textLength).join('');
}

function columnAfter(indent: string): number {
  let column = 0;
  for (const character of indent) {
    column = character === '\t' ? (Math.floor(column / tabColumns) + 1) * tabColumns : column + 1;
  }
  return column;
}

export const countParts = (parts: readonly OutlinePart[]): number =>
  parts.reduce((sum, part) => sum + 1 + countParts(part.parts), 0);

/** "1905: Special relativity" is a detail and a text; without a colon there is only the text. */
export function splitDetail(text: string): { detail: string | null; text: string } {
  const [, detail = '', rest = ''] = /^([^:：]{1,20})[:：]\s(.+)$/u.exec(text) ?? [];
  return rest === '' ? { detail: null, text } : { detail: detail.trim(), text: rest.trim() };
}

/** Without white space and these characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && (characters.includes(text[end - 1] ?? '') || text[end - 1]?.trim() === '')) end -= 1;
  return text.slice(0, end);
}

/** "Nitrogen 78 %" has a share; a text without a number at its end has none. */
export function splitShare(text: string): { share: number | null; text: string } {
  const match = /[\s:,](\d{1,9}(?:\.\d{1,6})?) ?%?$/u.exec(text);
  const name = withoutEnd(text.slice(0, match?.index ?? 0), ':,');
  const share = Number(match?.[1]);
  return name === '' || !(share > 0) ? { share: null, text } : { share, text: name };
}
