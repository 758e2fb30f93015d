import { readFileSync } from 'node:fs';
import { invalidField } from '#http/problems.ts';

/** What is tried first by whoever guesses: words, names, years and walks across the keyboard, one a line, in lower case. */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Capitals make a common password no rarer. */
function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFC').toLowerCase());
}

export function refuseCommonPassword(field: string, password: string): void {
  if (isCommonPassword(password)) throw invalidField(field, 'This password is too common');
}
