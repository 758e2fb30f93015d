import { randomBytes } from 'node:crypto';
import { hashToken } from '#lib/tokens.ts';

const codeCount = 10;
/** Without characters that look like others, such as O and 0. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** Ten codes of 80 random bits, such as `k3pv-9mwd-x07t-e2qa`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
    return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** The same for all spellings of a code: with or without hyphens, in capitals, with `o` for zero. */
export function hashRecoveryCode(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return hashToken(letters.replaceAll('o', '0').replaceAll(/[il]/g, '1'));
}
