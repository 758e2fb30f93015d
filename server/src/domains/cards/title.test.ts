import { isBlank, textLength } from '@gyan/contract/text.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstHeading, titleFrom } from './title.ts';

it.each([
  ['Light bends in water.', 'Light bends in water'],
  ['Light bends in water. It is slower there.', 'Light bends in water'],
  ['Why is the sky blue? Because of scattering.', 'Why is the sky blue?'],
  ['\n\n  A first line\nand a second', 'A first line'],
  ['Dr. Snow drew a map. It saved lives.', 'Dr. Snow drew a map'],
  ['आकाश नीला क्यों है। क्योंकि प्रकाश बिखरता है।', 'आकाश नीला क्यों है'],
  [
    '空はなぜ青いのでしょうか、知っていますか。光が散乱するからです。',
    '空はなぜ青いのでしょうか、知っていますか',
  ],
  ['And then we waited...', 'And then we waited...'],
  ['Light bends in water #light #optics', 'Light bends in water'],
  ['#light', '#light'],
  ['<b>Bold</b> words stay', '<b>Bold</b> words stay'],
  ['Hi', 'Hi'],
])('%j is called %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});

it('cuts long sentences between words', () => {
  const title = titleFrom('word '.repeat(100)) ?? '';
  expect(title).toMatch(/^(?:word )+word…$/);
  expect(textLength(title)).toBeLessThanOrEqual(100);
  expect(titleFrom('x'.repeat(500))).toBe(`${'x'.repeat(99)}…`);
});

it('finds no title where there is nothing to read', () => {
  for (const text of ['', ' \n ', '\u200B']) expect(titleFrom(text)).toBeUndefined();
});

it('looks for the first visible character, however many invisible ones precede it', () => {
  for (const invisible of ['\u200E', '\u200B', '\u2060'])
    expect(titleFrom(invisible.repeat(500) + 'Tides')).toBe('Tides');
});

it('gives every text that shows something a title that shows something', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      fc.pre(text.isWellFormed() && !text.includes('\0'));
      const title = titleFrom(text);
      if (isBlank(text)) expect(title).toBeUndefined();
      else {
        expect(title === undefined || isBlank(title)).toBe(false);
        expect(textLength(title ?? '')).toBeLessThanOrEqual(100);
        expect(title?.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

it('finds the first heading, in linear time', () => {
  expect(firstHeading('<p>So:</p><h2 class="x">The <em>sky</em></h2><h3>Later</h3>')).toBe(
    'The <em>sky</em>',
  );
  expect(firstHeading('<p>No heading</p>')).toBeUndefined();
  expect(firstHeading('<h2>never closed')).toBeUndefined();
  const before = performance.now();
  firstHeading('<h1>'.repeat(16_000));
  firstHeading('<h1 '.repeat(16_000));
  expect(performance.now() - before).toBeLessThan(200);
});
