import { expect, test } from 'vitest';
import { styleProblems } from './styles.js';

const problems = (css, tsx = '<p className="a" />') =>
  styleProblems({
    sheets: [{ name: 'a.css', text: css }],
    components: [
      { name: 'main.ts', text: "import './a.css';" },
      { name: 'A.tsx', text: tsx },
    ],
  });

test.each([
  'margin-left: 1rem',
  'padding-top: 1rem',
  'inset-inline: 0; right: 0',
  'border-bottom: 1px solid',
  'border-top-left-radius: 4px',
  'text-align: left',
  'margin: 0 1rem 0 2rem',
  'padding: 0 max(1rem, env(safe-area-inset-right)) 0 1rem',
  'border-radius: 4px 0 0 4px',
])('%s is found', (declarations) => {
  const css = `.a {\n  color: red;\n  @media (min-width: 45rem) { ${declarations}; }\n}`;
  expect(problems(css)).toEqual([expect.stringMatching(/^a\.css:3: .* names a side/)]);
});

test.each([
  'margin-inline: 1rem 2rem',
  'margin: 0 auto 1rem',
  'padding: 0 1rem 2rem 1rem',
  'inset-block-start: 0',
  'border-radius: 1rem 1rem 0 0',
  'text-align: start',
  'content: "left: 0"',
])('%s is left alone', (declarations) => {
  expect(problems(`.a { /* left: 0; */ ${declarations}; }`)).toEqual([]);
});

test('a side that the class is named after is left alone', () => {
  expect(problems('.align-right { text-align: right; }', "const all = ['align-right'];")).toEqual([]);
});

test.each([
  '<p className="b" />',
  "<p className={clsx('a', on && 'b')} />",
  "<p className={tab === 'x' ? 'a' : 'b'} />",
  '<p className={`a b ${more}`} />',
  "const look = on ? 'a' : 'b'; const it = <p className={look} />;",
  "const it = { className: 'b' };",
])('a class without a style is found: %s', (tsx) => {
  expect(problems('.a { color: red; }', `<p className="a" />;\n${tsx}`)).toEqual([
    'A.tsx:2: no style sheet defines .b',
  ]);
});

test('a style sheet that nothing imports is found', () => {
  expect(styleProblems({ sheets: [{ name: 'web/b.css', text: '' }], components: [] })).toEqual([
    'web/b.css: nothing imports it',
  ]);
});

test('a class that nothing uses is found', () => {
  expect(problems('.a { color: red; }\n.a-b:hover,\n.a > .c { color: red; }')).toEqual([
    'a.css:2: nothing uses .a-b',
    'a.css:2: nothing uses .c',
  ]);
});

test('a class put together while the program runs is used', () => {
  expect(problems('.a-1 { color: red; }\n.a-2 { color: red; }', '<p className={`a-${n}`} />')).toEqual([]);
});
