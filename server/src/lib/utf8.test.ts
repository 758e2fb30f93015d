import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8 } from './utf8.ts';

const letters = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('a', 'é', '—', 'ज्ञान', '🙂', '\ud83d', '\ude42', '\0'),
);

it('is what Buffer.from makes of any text, also of a long one and of halves of pairs', () => {
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 8 }),
      fc.constantFrom(0, 1, 2_100, 300_000),
      (parts, length) => {
        const text = `${'x'.repeat(length)}${parts.join('')}`;
        expect(utf8(text).equals(Buffer.from(text))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('gives each text bytes of its own', () => {
  const [one, other] = ['—'.repeat(3_000), '–'.repeat(3_000)];
  const bytes = utf8(one);
  expect(utf8(other).toString()).toBe(other);
  expect(bytes.toString()).toBe(one);
});

it('makes one of pieces', () => {
  const pieces = ['[', 'ज्ञान'.repeat(1_000), ',', '—'.repeat(3_000), ']'];
  expect(utf8(pieces).toString()).toBe(pieces.join(''));
  expect(utf8(['[', Buffer.from('ज्ञान'), ']']).toString()).toBe('[ज्ञान]');
  expect(utf8([])).toEqual(Buffer.alloc(0));
  const piece = utf8('—'.repeat(3_000));
  expect(utf8([piece])).toBe(piece);
  expect(utf8([piece, 'a']).length).toBe(9_001);
  expect(piece.length, 'it is given back at once').toBe(0);
  const [small, neighbour] = [Buffer.from('shares a pool'), Buffer.from('with another')];
  expect(utf8([small, neighbour, 'a']).length).toBe(26);
  expect([small.toString(), neighbour.toString()]).toEqual(['shares a pool', 'with another']);
});
