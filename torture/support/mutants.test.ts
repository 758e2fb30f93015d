import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { endLoops, mutantsOf } from './mutants.ts';

const run = (code: string): unknown => runInNewContext(endLoops('loops.js', code), {}, { timeout: 5_000 });

it.each(['while (true) {}', 'do n += 1; while (true);', 'for (;;) if (n === 0) continue;'])(
  'ends %s',
  (loop) => {
    expect(() => run(`let n = 0; ${loop}`)).toThrow('This loop is endless.');
  },
);

it('leaves loops that end as they are, one in another as well', () => {
  const code =
    'let n = 0; for (let i = 0; i < 2000; i += 1) { let j = 0; while (j < 1000) j += 1; n += j; } n';
  expect(run(code)).toBe(2_000_000);
});

it('says what a line reads after a change, and changes nothing else', () => {
  const text = 'const a = 1;\nconst b = a === 2;\n';
  expect(mutantsOf('some.ts', text).map(({ line, change, lineAfter }) => [line, change, lineAfter])).toEqual([
    [1, '1 → 2', 'const a = 2;'],
    [2, '=== → !==', 'const b = a !== 2;'],
    [2, '2 → 3', 'const b = a === 3;'],
  ]);
  expect(mutantsOf('some.ts', text).map(({ code }) => code.split('\n').length)).toEqual([3, 3, 3]);
});
