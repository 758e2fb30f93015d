import { readFileSync } from 'node:fs';
import { invalidField } from '#http/problems.ts';

/** Common passwords: words, names, years and keyboard patterns, one per line, in lower case. */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Case is ignored. */
function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFC').toLowerCase());
}

export function refuseCommonPassword(field: string, password: string): void {
  if (isCommonPassword(password)) throw invalidField(field, 'This password is too common');
}
