import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Asha Rao', 'AR'],
  ['  kabir ', 'K'],
  ['Ana María de la Cruz', 'AC'],
  ['👩‍🔬 Curie', '👩‍🔬C'],
  ['', ''],
])('%j is shown as %j', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
