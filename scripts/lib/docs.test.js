import { expect, test } from 'vitest';
import { docProblems } from './docs.js';

const wide = 'word '.repeat(30).trimEnd();

test('a line of more than 120 columns is found', () => {
  expect(docProblems('README.md', `# Title\n\n${wide}\n`, [])).toEqual([
    'README.md:3: the line has 149 columns, more than 120',
  ]);
});

test.each([`| ${wide} |`, `- https://example.org/${'x'.repeat(120)}`, 'é'.repeat(60) + ' é'.repeat(30)])(
  'a line that cannot break or is short enough is left alone: %s',
  (line) => {
    expect(docProblems('README.md', line, [])).toEqual([]);
  },
);

test('a decision record of more than one page is found, and so is a number used twice', () => {
  const files = ['docs/decisions/001-one.md', 'docs/decisions/001-other.md', 'docs/decisions/002-two.md'];
  expect(docProblems('docs/decisions/001-one.md', 'line\n'.repeat(61), files)).toEqual([
    'docs/decisions/001-one.md: 61 lines; a decision record has at most 60',
    'docs/decisions/001-one.md: another decision has the number 001',
  ]);
  expect(docProblems('docs/decisions/002-two.md', 'line\n'.repeat(60), files)).toEqual([]);
});
