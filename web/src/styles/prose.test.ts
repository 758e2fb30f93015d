import { readFileSync } from 'node:fs';
import { alignClasses, inks } from '@gyan/contract/rich-text.ts';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('prose.css', import.meta.url), 'utf8');

/** The text backgrounds with the lowest contrast in each theme. */
const backgrounds = { day: '#f3eee2', night: '#242835' };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(inks)('the ink $label', ({ className }) => {
  const [, day = '', night = ''] =
    new RegExp(`\\.${className} \\{\\s*color: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];

  test('can be read by day', () => expect(contrast(day, backgrounds.day)).toBeGreaterThanOrEqual(4.5));
  test('can be read by night', () => expect(contrast(night, backgrounds.night)).toBeGreaterThanOrEqual(4.5));
});

test.each(alignClasses)('%s moves the text', (name) => {
  expect(css).toContain(`.${name} {\n    text-align: ${name.slice('align-'.length)};`);
});
