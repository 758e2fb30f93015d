import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEmail, Email } from './credentials.ts';
import { FlagText, IdInput, idOr, OptionalIdInput } from './scalars.ts';

const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

describe('an id', () => {
  test('is taken as a number or as its decimal string', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        expect([IdInput.parse(id), IdInput.parse(String(id))]).toEqual([id, id]);
      }),
    );
  });

  test('is never anything but a positive whole number below 2^53', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.bigInt().map(String), fc.string()), (value) => {
        const result = IdInput.safeParse(value);
        const messages = result.error?.issues.map(({ message }) => message) ?? [];
        expect([messages, isId(result.data)]).toEqual(
          result.success ? [[], true] : [['Not a valid id'], false],
        );
      }),
    );
    for (const value of [
      0,
      -1,
      1.5,
      2 ** 53,
      '0',
      '01',
      '1e3',
      ' 1',
      '+1',
      '9007199254740992',
      '',
      null,
      true,
    ]) {
      expect([value, IdInput.safeParse(value).success]).toEqual([value, false]);
    }
  });

  test('that may be left out takes -1 and nothing for none', () => {
    for (const value of [undefined, null, '', -1, '-1']) expect(OptionalIdInput.parse(value)).toBeUndefined();
    fc.assert(fc.property(anyId, (id) => OptionalIdInput.parse(String(id)) === id));
    for (const value of [0, '0', -2, '-2', 'x', 1.5])
      expect(OptionalIdInput.safeParse(value).success).toBe(false);
  });

  test('or a name: digits are an id, the rest is kept as it is', () => {
    const card = idOr('Not a valid card', 100);
    fc.assert(fc.property(anyId, (id) => card.parse(String(id)) === id && card.parse(id) === id));
    expect(card.parse('why-is-the-sky-blue-x7k2')).toBe('why-is-the-sky-blue-x7k2');
    expect(card.parse('99999999999999999999')).toBe('99999999999999999999');
    for (const value of ['', ' ', 'a\0', '\uD800', 0, -1, 1.5, null, undefined, {}, 'x'.repeat(101)]) {
      const messages = card.safeParse(value).error?.issues.map(({ message }) => message);
      expect([value, messages]).toEqual([value, ['Not a valid card']]);
    }
  });
});

test('an address has an @ and a dot, and nothing that could end a mail header', () => {
  for (const text of ['a@b.c', 'first.last@host']) expect(canonicalEmail(text)).toBe(text);
  for (const text of [
    '',
    'a',
    'a@b',
    'a.b',
    '@b.c',
    'a@',
    'a@b@c.d',
    'a b@c.d',
    'a@b.c\nBcc: d@e.f',
    'a\0@b.c',
  ]) {
    expect([text, canonicalEmail(text)]).toEqual([text, undefined]);
  }
  expect(Email.parse('  a@b.c ')).toBe('a@b.c');
  expect(Email.safeParse(`${'a'.repeat(250)}@b.c`).success).toBe(true);
  expect(Email.safeParse(`${'a'.repeat(251)}@b.c`).success).toBe(false);
});

test('an address has one form, however its domain is written', () => {
  for (const text of [
    'Asha@münchen.example',
    'Asha@MÜNCHEN.Example',
    'Asha@mu\u0308nchen.example',
    'Asha@ｍünchen.ｅxample',
    'Asha@münchen。example',
    'Asha@xn--mnchen-3ya.example',
    'Asha@XN--MNCHEN-3YA.EXAMPLE',
  ]) {
    expect([text, Email.parse(text)]).toEqual([text, 'Asha@xn--mnchen-3ya.example']);
  }
  expect(Email.parse('Jose\u0301@example.org')).toBe('Jos\u00e9@example.org');
  expect(Email.parse('नाम@उदाहरण.भारत')).toBe('नाम@xn--p1b6ci4b4b3a.xn--h2brj9c');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.string({ unit: 'grapheme' }).map((text) => `a@${text}.example`),
      ),
      (text) => {
        const once = canonicalEmail(text);
        if (once !== undefined) expect(canonicalEmail(once)).toBe(once);
      },
    ),
  );
});

test('an address with invisible characters, an address literal or an empty label is refused', () => {
  const invisible = [
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202e',
    '\u2060',
    '\u2066',
    '\ufeff',
    '\u061c',
    '\u034f',
    '\u2800',
  ];
  for (const character of invisible) {
    for (const text of [
      `a${character}b@example.org`,
      `ab@exa${character}mple.org`,
      `${character}ab@example.org`,
    ]) {
      expect([text, Email.safeParse(text).success]).toEqual([text, false]);
    }
  }
  for (const text of [
    'a@[192.0.2.1]',
    'a@[IPv6:2001:db8::1]',
    'a@192.0.2.1',
    'a@0xc0.2.1',
    'a@example.org.',
    'a@.example.org',
    'a@example..org',
    'a.b@ex%61mple.org',
    'a@example.org:25',
    'a@example.org/x',
  ]) {
    expect([text, Email.safeParse(text).success]).toEqual([text, false]);
  }
});

test('a flag in a query string is written true or false', () => {
  for (const value of [true, 'true', '1']) expect(FlagText.parse(value)).toBe(true);
  for (const value of [false, 'false', '0']) expect(FlagText.parse(value)).toBe(false);
  for (const value of ['', 'yes', 2, null]) {
    expect(FlagText.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
      'Must be true or false',
    ]);
  }
});
