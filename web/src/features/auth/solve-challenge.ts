import type { Challenge } from '@gyan/contract/challenges.ts';

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** So many hashes are computed before yielding to the event loop. */
const batch = 500;

/** Tries numbers until one has the hash; undefined if none has. */
export async function solveChallenge({
  salt,
  target,
  signature,
  most,
}: Challenge): Promise<string | undefined> {
  const encoder = new TextEncoder();
  for (let first = 0; first < most; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, most - first) }, (_, index) => first + index);
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${number}`))),
    );
    const at = hashes.findIndex((bytes) => hex(bytes) === target);
    if (at >= 0) return [salt, target, signature, first + at].join(':');
  }
  return undefined;
}
