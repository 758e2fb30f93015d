import { createHash } from 'node:crypto';

/** A key from the content: 160 bits of its SHA-256, in hex. */
export function contentKey(bytes: Uint8Array): string {
  return keyOfHash(createHash('sha256').update(bytes).digest('hex'));
}

/** The same key from a known hash. */
export function keyOfHash(sha256: string): string {
  return sha256.slice(0, 40);
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9 ._-]{0,127}$/;

/** Plain names between slashes: no hidden files, no path traversal, nothing that needs encoding. */
export function isKey(key: string): boolean {
  return key.length <= 512 && key.split('/').every((part) => segment.test(part) && !/[ .]$/.test(part));
}

export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError('This is not a storage key.');
  return key;
}
