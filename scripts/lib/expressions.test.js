import { expect, test } from 'vitest';
import { slowExpressions } from './expressions.js';

test.each([
  ['const a = /^(a+)+$/;', 'exponential'],
  ['const a = /\\s+$/;', 'quadratic'],
  ['const a = /^\\w+\\d+x$/u;', 'quadratic'],
  ['const a = new RegExp(`${b}`);', 'built at run time'],
])('%s is found', (code, what) => {
  expect(slowExpressions('a.ts', code).slow).toEqual([expect.stringContaining(what)]);
});

test('an expression that takes linear time is left alone, also in markup', () => {
  const code = 'const a = /^[^@]+@[^@]+$/u; const b = <p title={/x/.source}>a / b / c</p>;';
  expect(slowExpressions('a.tsx', code)).toEqual({ checked: 2, slow: [] });
});
