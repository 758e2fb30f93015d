import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Tokens = Record<string, string>;

const source = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function tokensOf(opening: string): Tokens {
  const start = source.indexOf(opening);
  if (start < 0) throw new Error(`tokens.css has no ${opening}`);
  const block = source.slice(start + opening.length, source.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--(?<name>[\w-]+):\s*(?<value>[^;]+);/g)].map(({ groups }) => [
      groups?.['name'] ?? '',
      groups?.['value'] ?? '',
    ]),
  );
}

const light = tokensOf(':root {');
const bySystem = tokensOf(':root:not([data-theme="light"]) {');
const bySwitch = tokensOf(':root[data-theme="dark"] {');

function luminance(hex: string): number {
  if (!/^#[\da-f]{6}$/i.test(hex)) throw new Error(`not a plain colour: ${hex}`);
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

const backgrounds = ['paper', 'surface', 'raised', 'sunken'];
const onEvery = (...inks: string[]) =>
  inks.flatMap((ink) => backgrounds.map((background) => [ink, background] as const));

const textPairs: (readonly [string, string])[] = [
  ...onEvery('ink', 'quiet', 'link', 'accent', 'danger', 'success'),
  ...['accent-soft', 'link-soft', 'danger-soft', 'success-soft'].map(
    (background) => ['ink', background] as const,
  ),
  ['accent', 'accent-soft'],
  ['link', 'link-soft'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['paper', 'ink'],
  ...[1, 2, 3, 4, 5, 6].map((tone) => [`cover-${tone}-line`, `cover-${tone}-ground`] as const),
];

/** Outlines of controls, and the focus ring. */
const outlinePairs = onEvery('edge', 'focus');

describe.each([
  ['day', light],
  ['night', { ...light, ...bySystem }],
])('by %s', (_, tokens) => {
  const colour = (name: string) => tokens[`color-${name}`] ?? 'missing';

  test.each(textPairs)('%s can be read on %s', (ink, background) => {
    expect(contrast(colour(ink), colour(background))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(outlinePairs)('%s can be seen on %s', (line, background) => {
    expect(contrast(colour(line), colour(background))).toBeGreaterThanOrEqual(3);
  });
});

test('the switch and the system give the same night', () => {
  expect(bySwitch).toEqual(bySystem);
});

test('every colour of the day has its night', () => {
  const names = Object.keys(light).filter((name) => name.startsWith('color-'));
  expect(Object.keys(bySystem)).toEqual(expect.arrayContaining(names));
});

test('the measure of contrast knows its extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
