import type { Mention } from './mentions.ts';

/* The box shows a mention as “@Name”. What is sent has `@[userId]` instead. */

/** A letter or digit after a name makes it part of a longer word. */
const endsName = /^(?![\p{L}\p{M}\p{N}])/u;

/** The stored text of what was typed. Longer names win, so that “@Anna Lena” is not “@Anna”. */
export function encodeMentions(typed: string, mentions: readonly Mention[]): string {
  const byLength = mentions.toSorted((a, b) => b.name.length - a.name.length);
  let encoded = '';
  let rest = typed;
  while (rest !== '') {
    const found = byLength.find(
      ({ name }) => rest.startsWith(`@${name}`) && endsName.test(rest.slice(name.length + 1)),
    );
    encoded += found ? `@[${found.userId}]` : rest.charAt(0);
    rest = rest.slice(found ? found.name.length + 1 : 1);
  }
  return encoded;
}

/**
 * What the box shows of a stored text. A user who cannot be named stays as stored, so that saving keeps the mention.
 */
export const decodeMentions = (text: string, mentions: readonly Mention[]) =>
  mentions.reduce((typed, { userId, name }) => typed.replaceAll(`@[${userId}]`, `@${name}`), text);

export interface MentionQuery {
  /** Where its `@` is. */
  start: number;
  /** The part of a name after it. */
  q: string;
}

/** At the caret: an `@` at the beginning of a word, and up to three words of a name. */
const atCaret = /(?:^|[\s([{"“‘'])@([\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]*){0,2})$/u;

/** The name that is being typed before the caret, if one is. */
export function findMentionQuery(textBeforeCaret: string): MentionQuery | undefined {
  const q = atCaret.exec(textBeforeCaret.slice(-80))?.[1];
  return q === undefined ? undefined : { q, start: textBeforeCaret.length - q.length - 1 };
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The people with a name, or a word of it, that begins with the query. */
export function matchPeople<Person extends Mention>(
  people: readonly Person[],
  q: string,
  limit: number,
): Person[] {
  const wanted = plain(q);
  return people
    .filter(({ name }) => {
      const known = plain(name);
      return known.startsWith(wanted) || known.includes(` ${wanted}`);
    })
    .slice(0, limit);
}
