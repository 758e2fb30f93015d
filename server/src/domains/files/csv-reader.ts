import { readFileSync, statSync } from 'node:fs';
import { importLimits } from '@gyan/contract/files.ts';
import { lengths } from '@gyan/contract/limits.ts';
import { splitTags } from '@gyan/contract/tags.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { fitting, fittingTags, plainText, shortText, shortTitle } from './content.ts';
import { type FileReader, Problems, type ReadCard } from './read-file.ts';
import { FileRefusal } from './refusal.ts';

const columns = ['title', 'text', 'tags', 'picture'] as const;
type Column = (typeof columns)[number];

const maxBytes = 32 * 1024 * 1024;

/** Opens a table with the columns title, text, tags and picture. Addresses of pictures are not fetched. */
export function openCsv(path: string, fileName: string): FileReader {
  if (statSync(path).size > maxBytes) throw new FileRefusal('A table can have at most 32 MB.', 'too_large');
  const [header = [], ...rows] = parseCsv(decode(readFileSync(path)));
  const names = header.map((name) => name.trim().toLowerCase());
  if (!names.includes('title')) {
    throw new FileRefusal(`The first line of the table must be ${columns.join(',')}.`);
  }
  if (rows.length > importLimits.cards) {
    throw new FileRefusal(
      `A table can have at most ${importLimits.cards.toLocaleString('en')} rows.`,
      'too_large',
    );
  }
  const problems = new Problems();
  problems.add(
    'Columns other than title, text, tags and picture are left out.',
    names.filter((name) => name !== '' && !columns.some((column) => column === name)).length,
  );
  const cards = rows.flatMap((row) => {
    const value = (column: Column) => row[names.indexOf(column)] ?? '';
    return toCard(value, problems) ?? [];
  });
  if (cards.length === 0) throw new FileRefusal('There is no row in this table that could become a card.');
  return {
    summary: {
      title: shortTitle(fileName.replace(/\.[^.]*$/, '').replace(/[-_]+/g, ' ')) || 'Table',
      desc: null,
      cardCount: cards.length,
      guids: cards.map(() => null),
      pictures: [],
      reviewCount: 0,
      problems: problems.list(),
      sample: cards.slice(0, 5).map(({ title, text }) => ({ title, text: text.slice(0, 300) })),
    },
    cards: (from, count) => cards.slice(from, from + count),
    picture: () => {
      throw new FileRefusal('A table has no pictures.');
    },
    close: () => {},
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileRefusal('This table is not text in UTF-8.', 'invalid_input', error);
  }
}

function toCard(value: (column: Column) => string, problems: Problems): ReadCard | undefined {
  if (columns.every((column) => isBlank(value(column)))) return undefined;
  const text = fitting(plainText(value('text').replaceAll('\r\n', '\n').toWellFormed()));
  if (!text) {
    problems.add('Rows whose text is longer than a card can hold are left out.');
    return undefined;
  }
  const picture = value('picture').trim();
  if (picture !== '')
    problems.add('Addresses of pictures are not fetched; they become the source of the card.');
  return {
    guid: null,
    title: shortTitle(value('title')),
    ...text,
    tags: fittingTags(splitTags(value('tags')), problems),
    picture: null,
    altText: null,
    source: shortText(picture, lengths.source),
    link: null,
    license: null,
    videoId: null,
    reviews: [],
  };
}

/** The rows of a table: RFC 4180, with commas, semicolons or tabs. */
export function parseCsv(content: string): string[][] {
  const text = content.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at, separator) : bareField(text, at, separator);
    row.push(field.value);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '');
}

function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return (
    [',', ';', '\t'].toSorted((one, other) => line.split(other).length - line.split(one).length)[0] ?? ','
  );
}

function quotedField(text: string, start: number, separator: string): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new FileRefusal('A quoted field of this table has no end.');
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Nothing but a separator or the end of the line may follow.
      const next = text[quote + 1] ?? '\n';
      if (next !== separator && next !== '\r' && next !== '\n') {
        throw new FileRefusal('A quoted field of this table is followed by other text.');
      }
      return { value, end: quote + 1 };
    }
    value += '"';
    at = quote + 2;
  }
}

function bareField(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}
