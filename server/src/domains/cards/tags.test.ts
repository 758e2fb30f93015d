import { expect, it } from 'vitest';
import { hashtagsIn, mergeTags } from './tags.ts';

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
