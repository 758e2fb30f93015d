import { expect, it } from 'vitest';
import { hashToken, isApiToken, isSameText, newApiToken, newToken } from './tokens.ts';

it('a token has 256 bits, in letters that an address and a header may hold, and never comes twice', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

it('an API token has 256 bits and a form of its own', () => {
  const tokens = Array.from({ length: 100 }, newApiToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^gyan_[0-9a-f]{64}$/);
    expect(isApiToken(token)).toBe(true);
  }
  const [token = ''] = tokens;
  for (const other of [
    newToken(),
    '',
    token.slice(1),
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    token.toUpperCase(),
  ])
    expect([other, isApiToken(other)]).toEqual([other, false]);
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
