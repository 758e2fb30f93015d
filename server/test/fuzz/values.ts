import fc from 'fast-check';
import { anySceneText } from '#test/scene-values.ts';
import { xssCorpus } from '#test/xss-corpus.ts';
import type { JsonSchema, Resolve } from './json-schema.ts';

/** A JSON number that JavaScript cannot represent. */
export interface Written {
  written: string;
}

export const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'written';

const hostileNumbers = [
  0,
  -0,
  -1,
  1.5,
  201,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  5e-324,
  1.7976931348623157e308,
  ...['1e400', '-1e400', '9007199254740993', '-0', '0.1e1', '1E2', '9223372036854775808', '1e-400'].map(
    (written): Written => ({ written }),
  ),
];

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202eabc',
  '\u200b\u200d\ufeff',
  '\u2066‮؜',
  'é'.normalize('NFD').repeat(50),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '👩‍👩‍👧‍👦'.repeat(30),
  '-1',
  '0',
  '00000000000000001',
  '9007199254740993',
  '1e3',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '\\\\%',
  '$1',
  '${7*7}',
  '../../etc/passwd',
  '..\\..\\x',
  '/etc/passwd',
  'C:\\x',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'dQw4w9WgXcQ',
  'https://linkedin.com/in/x',
  'a@b.co',
  'a@b@c.d',
  '"a b"@c.de',
  'a@b.co\r\nBcc: x@y.z',
  'person@xn--e1afmkfd.example',
  '#tag #Tag #tág #',
  '& | ! ( ) <-> :* :a',
  "foo:* & 'bar",
  'x'.repeat(201),
  'ङ'.repeat(2_001),
  '\n\r\t\v\f\u0085\u2028',
];

const hostileOthers: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  { a: 1 },
  ['a'],
  [null],
  { length: 1 },
  { toString: 1 },
];

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Likely valid values of a field, by its name, so that requests pass the first validation. */
const sensible: [RegExp, (known: Known) => fc.Arbitrary<unknown>][] = [
  [
    /^photoBase64$/,
    () => fc.constantFrom(onePixel, onePixel, `data:image/png;base64,${onePixel}`, onePixel.slice(0, 40)),
  ],
  [
    /^embedVideoUrl$/,
    () => fc.constantFrom('https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/shorts/dQw4w9WgXcQ'),
  ],
  [
    /^scene$/,
    () => fc.oneof(anySceneText, fc.constantFrom('{', '[]', 'null', '{"version":1}', '[['.repeat(5_000))),
  ],
  [/^videoId$/, () => fc.constantFrom('dQw4w9WgXcQ', 'aaaaaaaaaaa')],
  [
    /^htmlDesc$/,
    () => fc.oneof(fc.constantFrom(...xssCorpus), fc.constant('<p>Some <strong>words</strong></p>')),
  ],
  [/^cursor$/, ({ cursors }) => fc.constantFrom('x', ...cursors)],
  [/^(emailI[dD]|receivingUserEmailId|email)$/, () => fc.emailAddress()],
  [/^url$/, () => fc.constant('https://www.linkedin.com/in/somebody')],
  [/^google_contacts_data$/, () => contacts],
  [
    /^chainFile$/,
    () =>
      fc.constantFrom('{', '[]', '{"version":1,"chains":[]}', '{"version":1,"chains":[{"title":"Fuzz"}]}'),
  ],
  [/^objectName$/, () => fc.constantFrom('chains.json', 'broken.json', 'nothing.json', '.', '..')],
  [/^tagVec$/, () => fc.array(fc.string({ maxLength: 60 }), { maxLength: 60 })],
  [/^urlText$/, ({ slugs }) => fc.constantFrom('x', ...slugs)],
  [/^sessionId$|^id$|Id$/, ({ ids }) => fc.constantFrom(1, ...ids)],
];

const contacts = fc.oneof(
  fc.constantFrom('[]', '{"connections":[]}', '{', 'null', '[null]', '[{"names":{}}]', '{"connections":{}}'),
  fc
    .array(
      fc.record(
        {
          names: fc.array(
            fc.record({ givenName: fc.string(), familyName: fc.string() }, { requiredKeys: [] }),
          ),
          emailAddresses: fc.array(fc.record({ value: fc.oneof(fc.emailAddress(), fc.string()) })),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 5 },
    )
    .map((people) => JSON.stringify(people)),
);

/** Values from earlier answers, so that requests refer to existing objects. */
export interface Known {
  ids: number[];
  slugs: string[];
  cursors: string[];
}

/** Values that match a schema, nearly match it, or are malicious. */
function valuesOf(schema: JsonSchema, name: string, known: Known, resolve: Resolve): fc.Arbitrary<unknown> {
  const fitting = fittingValues(schema, name, known, resolve);
  const named = sensible.find(([pattern]) => pattern.test(name))?.[1](known);
  return fc.oneof(
    { weight: 12, arbitrary: named ?? fitting },
    { weight: 2, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, ...hostileOthers) },
  );
}

function fittingValues(
  schema: JsonSchema,
  name: string,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<unknown> {
  if (schema.$ref) return fittingValues(resolve(schema.$ref), name, known, resolve);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fittingValues(option, name, known, resolve)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => typeValues(type, schema, name, known, resolve)));
}

function typeValues(
  type: string,
  schema: JsonSchema,
  name: string,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numbers(type, schema);
  if (type === 'array') {
    return fc.array(fittingValues(schema.items ?? {}, name, known, resolve), { maxLength: 5 });
  }
  if (type === 'object') return membersOf(schema, known, resolve);
  return texts(schema);
}

function numbers(type: 'integer' | 'number', { minimum = -1000, maximum = 2 ** 53 - 1 }: JsonSchema) {
  const near = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 1);
  const some =
    type === 'integer'
      ? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
      : fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.oneof(near, some);
}

function texts({ pattern, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
  const some = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 100) });
  const edge = fc
    .constantFrom(maxLength, maxLength + 1)
    .map((length) => 'ä'.repeat(Math.min(length, 70_000)));
  return fc.oneof({ weight: 8, arbitrary: some }, { weight: 1, arbitrary: edge });
}

/** An object whose members are mostly present, sometimes missing, sometimes extended. */
export function membersOf(
  schema: JsonSchema,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {}).map(([name, held]) =>
    fc
      .tuple(fc.integer({ min: 1, max: 10 }), valuesOf(held, name, known, resolve))
      .map(([luck, value]): [string, unknown][] =>
        luck > (required.has(name) ? 1 : 6) ? [[name, value]] : [],
      ),
  );
  const extra = fc
    .tuple(
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom('extra', '__proto__', 'constructor', 'toString', ''),
    )
    .map(([luck, name]): [string, unknown][] => (luck === 1 ? [[name, 'x']] : []));
  return fc.tuple(...entries, extra).map((all) => {
    const members: Record<string, unknown> = {};
    for (const [name, value] of all.flat()) {
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return members;
  });
}
