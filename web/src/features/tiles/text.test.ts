import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentText, firstWords, likeText } from './text.ts';

test('a short text stays whole', () => {
  expect(firstWords('one two three', 3)).toBe('one two three');
  expect(firstWords('  ', 3)).toBe('');
});

test('a long text is cut after the last whole word, with an ellipsis', () => {
  expect(firstWords('one\n two\tthree  four', 3)).toBe('one two three…');
});

test('an excerpt does not end in punctuation', () => {
  expect(firstWords('It bends. Then, it turns', 2)).toBe('It bends…');
  expect(firstWords('It bends. Then, it turns', 3)).toBe('It bends. Then…');
  expect(firstWords('Red, green — and blue', 3)).toBe('Red, green…');
});

test('never more words than asked for, and always a beginning of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, count) => {
      const cut = firstWords(text, count);
      expect(cut.split(' ').length).toBeLessThanOrEqual(count);
      expect(text.split(/\s+/u).filter(Boolean).join(' ').startsWith(cut.replace(/…$/, ''))).toBe(true);
    }),
  );
});

test('likes and comments are counted in words, and not at all at zero', () => {
  expect([0, 1, 2].map(likeText)).toEqual([undefined, '1 Like', '2 Likes']);
  expect([0, 1, 12].map(commentText)).toEqual([undefined, '1 Comment', '12 Comments']);
});
