import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in an address or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Secret scanners find API tokens by their form, and no other token has it. */
const apiToken = /^gyan_[0-9a-f]{64}$/;

export function newApiToken(): string {
  return `gyan_${randomBytes(32).toString('hex')}`;
}

export function isApiToken(token: string): boolean {
  return apiToken.test(token);
}

/** Stored instead of the token. Tokens are random, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
