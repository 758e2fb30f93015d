import { expect, it } from 'vitest';
import { newNonce } from './nonce.ts';

it('a nonce has 45 characters that an address can carry, and never comes twice', () => {
  const nonces = Array.from({ length: 200 }, newNonce);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{45}$/);
  expect(new Set(nonces).size).toBe(nonces.length);
});
