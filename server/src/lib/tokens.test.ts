import { expect, it } from 'vitest';
import { hashToken, isSameText, newToken } from './tokens.ts';

it('a token has 256 bits, in letters that an address and a header may hold, and never comes twice', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

it('what is stored is its SHA-256 and nothing of itself', () => {
  const hash = hashToken('abc').toString('hex');
  expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('two texts are the same, or they are not, whatever their lengths', () => {
  expect(isSameText('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'ab', 'abcd', '', 'ABC', 'äb'])
    expect([other, isSameText('abc', other)]).toEqual([other, false]);
});
