import { expect, it } from 'vitest';
import { ProblemError } from '#http/problems.ts';
import { hashtagsIn, mergeTags, readTags } from './tags.ts';

it.each([
  ['#Light #optics', ['light', 'optics']],
  ['light, Optics,light', ['light', 'optics']],
  ['##light  # ,', ['light']],
  ['ＬＩＧＨＴ light', ['light']],
  ['रंग Éclair', ['रंग', 'éclair']],
  ['<b>x</b> "q"', ['<b>x</b>', '"q"']],
  ['c++ c#', ['c++', 'c#']],
  ['\u200B', []],
])('the field %j holds %j', (text, tags) => {
  expect(readTags(text)).toEqual(tags);
});

it('refuses tags too long and too many, in a sentence beside the field', () => {
  const refused = (text: string) => {
    try {
      readTags(text);
    } catch (error) {
      if (error instanceof ProblemError) return error.fields;
      throw error;
    }
    return undefined;
  };
  expect(refused('x'.repeat(50))).toBeUndefined();
  expect(refused('x'.repeat(51))).toEqual([
    { field: 'tagsText', message: 'A tag can have at most 50 characters' },
  ]);
  const many = (n: number) => Array.from({ length: n }, (_, i) => `t${i}`).join(' ');
  expect(refused(many(30))).toBeUndefined();
  expect(refused(many(31))).toEqual([{ field: 'tagsText', message: 'A card can have at most 30 tags' }]);
});

it.each([
  ['Rays of #Light, and #OPTICS.', ['light', 'optics']],
  ['(#light) "#lens" #light', ['light', 'lens']],
  ['#1 of #3d and #2024', ['3d']],
  ['https://example.org/#top and page#part and a##b', []],
  ['#प्रकाश #光', ['प्रकाश', '光']],
  ['#snake_case #kebab-case', ['snake_case', 'kebab']],
  [`#${'x'.repeat(51)}`, []],
])('the text %j names %j', (text, tags) => {
  expect(hashtagsIn(text)).toEqual(tags);
});

it('takes linear time over marks', () => {
  const before = performance.now();
  hashtagsIn('#'.repeat(20_000));
  hashtagsIn('#a'.repeat(10_000));
  expect(performance.now() - before).toBeLessThan(200);
});

it('puts given tags first, and never keeps more than thirty', () => {
  expect(mergeTags(['b', 'a'], ['a', 'c'])).toEqual(['b', 'a', 'c']);
  const many = Array.from({ length: 40 }, (_, i) => `t${i}`);
  expect(mergeTags(['mine'], many)).toEqual(['mine', ...many.slice(0, 29)]);
});
