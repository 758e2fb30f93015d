import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';

/** A readable address made from a title, with a random suffix that makes it unique. */
export function newSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const ending = Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const base = [...(words ?? []).join('-')].slice(0, 60).join('').replace(/-$/, '');
  // The suffix begins with a letter, so that an address is never mistaken for an id.
  return base === '' ? `c${ending}` : `${base}-c${ending}`;
}
