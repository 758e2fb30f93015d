import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clearableText,
  isBlank,
  isStorable,
  optionalText,
  requiredText,
  textLength,
  tidyLine,
  tidyName,
} from './text.ts';

const anyText = fc.string({ unit: 'binary' });
const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
const invisible = fc.string({
  unit: fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\u00A0',
    '\u00AD',
    '\u200B',
    '\u200D',
    '\u2060',
    '\u2800',
    '\u3164',
    '\uFEFF',
    '\uFE0F',
  ),
});

describe('texts', () => {
  test('are counted in code points', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyUnits), (text) => {
        expect(textLength(text)).toBe(Array.from(text).length);
      }),
    );
  });

  test('with nothing to see are blank, and one visible letter makes the difference', () => {
    fc.assert(fc.property(invisible, (text) => isBlank(text)));
    fc.assert(
      fc.property(
        invisible,
        fc.constantFrom('a', 'अ', '字', '👍', '-'),
        invisible,
        (before, letter, after) => {
          expect(isBlank(before + letter + after)).toBe(false);
        },
      ),
    );
  });

  test('with NUL or half a surrogate pair cannot be stored', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const kept =
          !text.includes('\0') && Array.from(text).every((char) => !/^[\uD800-\uDFFF]$/.test(char));
        expect(isStorable(text)).toBe(kept);
      }),
    );
  });

  test('of one line have one line, and tidying twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u2028', '\u0007') }),
        (text) => {
          const tidied = tidyLine(text);
          expect(tidied).not.toMatch(/\p{Cc}|\u2028| {2}|^ | $/u);
          expect(tidyLine(tidied)).toBe(tidied);
        },
      ),
    );
  });
});

describe('a name', () => {
  const base = fc.constantFrom('a', 'अ', 'ก', 'ب', 'ש', '字', '👍', ' ');
  const mark = fc.constantFrom(
    '\u0301',
    '\u0336',
    '\u20dd',
    '\ufe0f',
    '\u034f',
    '\u093f',
    '\u0651',
    '\u{e0100}',
  );
  const hidden = fc.constantFrom(
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u200d',
    '\u3164',
  );
  const typed = fc.string({ unit: fc.oneof(base, mark, hidden), maxLength: 60 });

  test('has no bidi controls and at most eight marks on a letter, and tidying twice changes nothing more', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const tidied = tidyName(text);
        expect(tidied).not.toMatch(/\p{Bidi_Control}/u);
        expect(tidied.replace(/[\u200d\u3164]/gu, '')).not.toMatch(/\p{M}{9}/u);
        expect(tidyName(tidied)).toBe(tidied);
        // Letters of the alphabet are never removed.
        expect(tidied.replace(/[\p{M}\p{Cf}\s]/gu, '')).toBe(text.replace(/[\p{M}\p{Cf}\s]/gu, ''));
      }),
      { numRuns: 1000 },
    );
  });

  test('has at most eight marks on a letter also where invisible letters stand between them', () => {
    for (const filler of ['\u3164', '\u115f', '\uffa0', '\u200d']) {
      const kept = tidyName(`a${`${'\u0336'.repeat(8)}${filler}`.repeat(5)}`);
      expect(kept.match(/\u0336/gu)).toHaveLength(8);
    }
  });

  test('stays as it is in every script', () => {
    for (const name of [
      'क्ष्मा द्वारा हिन्दी',
      'र्‍य क्‍ष',
      'น้ำผึ้งเดือนห้า ที่นี่',
      'مُحَمَّدٌ رَسُولُ اللَّهِ',
      'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ',
      'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים',
      'Nguyễn Thị Hường'.normalize('NFD'),
      'ཧྐྵྨླྺྼྻྂ བསྒྲུབས',
      'မြန်မာဘာသာ',
      'தமிழ் ഭാഷ',
      '👩🏽‍👩🏼‍👧🏾‍👦 👨‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 👁️‍🗨️',
      'می‌خواهم',
    ]) {
      expect(tidyName(name)).toBe(name);
    }
  });

  test('cannot hide marks behind joiners', () => {
    expect(tidyName(`a${'\u0301\u200d'.repeat(50)}b`).match(/\u0301/gu)).toHaveLength(8);
  });

  test('of nothing but controls is missing', () => {
    const name = requiredText({ label: 'Name', max: 10, missing: 'Name is required', isName: true });
    expect(name.safeParse('\u202e\u2066').error?.issues[0]?.message).toBe('Name is required');
    expect(name.parse('x\u202e \u202cy')).toBe('x y');
  });
});

describe('a field', () => {
  const rules = { label: 'Title', max: 10, missing: 'Title needs to be specified' };

  test('takes exactly what can be stored, seen and held, and says one thing about the rest', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyUnits, invisible), (text) => {
        const tidied = tidyLine(text);
        const right = isStorable(tidied) && !isBlank(tidied) && textLength(tidied) <= rules.max;
        const result = requiredText(rules).safeParse(text);
        expect([result.data, result.error?.issues.length]).toEqual(
          right ? [tidied, undefined] : [undefined, 1],
        );
      }),
    );
  });

  test('holds as many code points as it says', () => {
    expect(requiredText(rules).safeParse('👍'.repeat(10)).success).toBe(true);
    expect(requiredText(rules).safeParse('👍'.repeat(11)).error?.issues[0]?.message).toBe(
      'Title can have at most 10 characters',
    );
  });

  test('keeps the joiners that shape a word', () => {
    expect(requiredText(rules).parse('क्\u200D ')).toBe('क्\u200D');
  });

  test('says what it refuses', () => {
    expect(
      requiredText(rules)
        .safeParse('a\0')
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Title contains characters that cannot be stored']);
  });

  test('left out is undefined; emptied is undefined in new content and null in an edit', () => {
    for (const value of [undefined, null, '', ' \u200B'])
      expect(optionalText(rules).parse(value)).toBeUndefined();
    expect(clearableText(rules).parse(undefined)).toBeUndefined();
    for (const value of [null, '', ' \u200B']) expect(clearableText(rules).parse(value)).toBeNull();
    expect(optionalText(rules).parse(' a ')).toBe('a');
    expect(clearableText(rules).parse(' a ')).toBe('a');
  });
});
