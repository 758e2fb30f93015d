import { describe, expect, it } from 'vitest';
import { excerpt, splitByMatch, typedWords } from './match.ts';

const hits = (text: string, q: string) =>
  splitByMatch(text, typedWords(q))
    .filter((piece) => piece.hit)
    .map((piece) => piece.text);

describe('what was searched for, in a text', () => {
  it.each([
    ['How plants eat light', 'light', ['light']],
    ['How plants eat light', 'pl LI', ['plants', 'light']],
    ['Photosynthesis', 'photosynthsis', ['Photosynthesis']],
    ['Café culture', 'cafe', ['Café']],
    ['Cafe culture', 'café', ['Cafe']],
    ['पानी में प्रकाश मुड़ता है', 'प्रका', ['प्रकाश']],
    ['Slight change', 'light', ['Slight']],
    ['Delight', 'light', []],
    ['Light might bend, slightly', 'light', ['Light']],
    ['Light might bend', 'might ligt', ['Light', 'might']],
    ['a cat', 'ca', ['cat']],
    ['Nothing here', '', []],
    ['C++ & <b>', '++', []],
  ])('in “%s”, “%s” is %j', (text, q, found) => {
    expect(hits(text, q)).toEqual(found);
  });

  it('loses no letter of the text', () => {
    const text = '  “Light” — bent, twice: light!  ';
    expect(
      splitByMatch(text, ['light'])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('an excerpt', () => {
  const text = Array.from({ length: 60 }, (_, n) => (n === 45 ? 'needle' : `w${n}`)).join(' ');

  it('is the beginning where that holds what was searched for', () => {
    expect(excerpt(text, ['w3'], 30)).toMatch(/^w0 .*w29…$/);
  });

  it('moves to where it is, and stays as long', () => {
    const moved = excerpt(text, ['needle'], 30);
    expect(moved).toMatch(/^…w30 .*needle.*w59$/);
    expect(moved.split(' ')).toHaveLength(30);
  });

  it('is drawn to the word itself, not to an earlier one that resembles it', () => {
    expect(excerpt(text.replace('w2 ', 'needles '), ['needle'], 30)).toMatch(/^w0 w1 needles /);
    expect(excerpt(text.replace('w2 ', 'noodle '), ['needle'], 30)).toMatch(/needle/);
    expect(excerpt(text.replace('w2 ', 'needl '), ['needle'], 30)).toMatch(/^…w30 .*needle/);
  });

  it('is the beginning where nothing is found', () => {
    expect(excerpt('short', ['x'], 30)).toBe('short');
  });
});
