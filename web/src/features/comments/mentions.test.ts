import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMentions, encodeMentions, findMentionQuery, matchPeople } from './mention-input.ts';
import { mentionText, splitMentions } from './mentions.ts';

const meera = { userId: 7, name: 'Meera Iyer' };
const anna = { userId: 8, name: 'Anna' };
const annaLena = { userId: 9, name: 'Anna Lena' };

describe('a stored text', () => {
  it('is split into texts and people', () => {
    expect(splitMentions('Look, @[7]: @[8]!', [meera, anna])).toEqual(['Look, ', meera, ': ', anna, '!']);
    expect(mentionText('@[7] is right', [meera])).toBe('@Meera Iyer is right');
  });

  it('does not name people whom the viewer cannot see', () => {
    expect(splitMentions('@[7] and @[99]', [meera])).toEqual([meera, ' and ', '@someone']);
  });

  it.each(['@[]', '@[0]', '@[x]', '@ [7]', '[7]', '@[7'])('takes %s as text', (text) => {
    expect(splitMentions(text, [meera])).toEqual([text]);
  });
});

describe('a typed text', () => {
  it('is sent with ids', () => {
    expect(encodeMentions('@Meera Iyer, see @Anna.', [meera, anna])).toBe('@[7], see @[8].');
  });

  it('takes the longest name, and only whole names', () => {
    expect(encodeMentions('@Anna Lena and @Anna', [anna, annaLena])).toBe('@[9] and @[8]');
    expect(encodeMentions('@Annabel @Ann Anna', [anna])).toBe('@Annabel @Ann Anna');
  });

  it('takes a name that was only typed as text', () => {
    expect(encodeMentions('@Meera Iyer', [])).toBe('@Meera Iyer');
  });

  it('comes back for editing as it was typed', () => {
    const word = fc.constantFrom('@Meera Iyer', '@Anna', '@Anna Lena', 'light', '@', '\n', '[7]', 'Ananya');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const typed = words.join(' ');
        const people = [meera, anna, annaLena];
        expect(decodeMentions(encodeMentions(typed, people), people)).toBe(typed);
      }),
    );
  });

  it('keeps a person who cannot be named when it is edited', () => {
    expect(encodeMentions(decodeMentions('@[99] @[7]', [meera]), [meera])).toBe('@[99] @[7]');
  });
});

describe('the name before the caret', () => {
  it.each([
    ['@', '', 0],
    ['Hi @me', 'me', 3],
    ['Hi (@Meera I', 'Meera I', 4],
    ['one\n@Zoë', 'Zoë', 4],
  ])('is found in %j', (text, q, start) => {
    expect(findMentionQuery(text)).toEqual({ q, start });
  });

  it.each(['', 'me@example', 'Hi @me, you', 'Hi @Meera Iyer Rao and', '@me\n'])(
    'is not found in %j',
    (text) => {
      expect(findMentionQuery(text)).toBeUndefined();
    },
  );

  it('finds people by the beginning of each word of their name, whatever the case and accents', () => {
    const people = [meera, anna, annaLena, { userId: 1, name: 'Zoë Lang' }];
    const found = (q: string) => matchPeople(people, q, 5).map(({ name }) => name);
    expect(found('')).toHaveLength(4);
    expect(found('l')).toEqual(['Anna Lena', 'Zoë Lang']);
    expect(found('zoe')).toEqual(['Zoë Lang']);
    expect(found('anna l')).toEqual(['Anna Lena']);
    expect(found('nna')).toEqual([]);
    expect(matchPeople(people, 'a', 1)).toEqual([anna]);
  });
});
