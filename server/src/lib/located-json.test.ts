import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, parseLocatedJson } from './located-json.ts';

const parse = (text: string) => parseLocatedJson(text, { maxDepth: 20 });

describe('reading JSON with its lines', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n0.5eE+-tfnulr') });
    fc.assert(
      fc.property(nearly, (text) => {
        let known = true;
        try {
          JSON.parse(text);
        } catch {
          known = false;
        }
        if (known) return;
        expect(() => parse(text)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 500 },
    );
  });

  it('knows where things are, and where they are missing', () => {
    const { lineOf } = parse('{\n  "a": [\n    1,\n    {"b": 2}\n  ]\n}');
    expect([['a'], ['a', 1], ['a', 1, 'b'], ['a', 1, 'missing'], ['nothing'], []].map(lineOf)).toEqual([
      2, 4, 4, 4, 1, 1,
    ]);
  });

  it.each([
    ['{\n "a": }', 2, 7, 'a value is expected here'],
    ['{"a": 1,\n"a": 2}', 2, 1, '“a” is given twice'],
    ['[1,\n\n', 3, 1, 'the file ends too early'],
    ['["a\n"]', 1, 2, 'this text has no closing quote'],
    ['{} x', 1, 4, 'there is something after the end'],
    ['['.repeat(30), 1, 22, 'this is nested too deeply'],
  ])('%j is wrong in line %i, column %i', (text, line, column, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ line, column, message }) as Error);
  });
});
