import { expect, test } from 'vitest';
import { CardEditForm, CardForm } from './cards.ts';
import { splitTags } from './tags.ts';

test.each([
  ['#Light #optics', ['light', 'optics']],
  ['light, Optics,light', ['light', 'optics']],
  ['##light  # ,', ['light']],
  ['ＬＩＧＨＴ light', ['light']],
  ['रंग Éclair', ['रंग', 'éclair']],
  ['<b>x</b> "q"', ['<b>x</b>', '"q"']],
  ['c++ c#', ['c++', 'c#']],
  ['\u200B', []],
  ['l\u202Eight', ['light']],
  [`a${'\u0336'.repeat(20)}`, [`a${'\u0336'.repeat(8)}`]],
])('the field %j holds %j', (text, tags) => {
  expect(splitTags(text)).toEqual(tags);
});

test('tags too long and too many are told beside the field, with whatever else is wrong', () => {
  const problemsOf = (form: typeof CardForm | typeof CardEditForm, tagsText: string, title: string) =>
    Object.fromEntries(
      form
        .safeParse({ postId: 1, title, statusText: 'Words', tagsText })
        .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
    );
  const many = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`).join(' ');
  for (const form of [CardForm, CardEditForm]) {
    expect(problemsOf(form, 'x'.repeat(50), 'Title')).toEqual({});
    expect(problemsOf(form, many(30), 'Title')).toEqual({});
    expect(problemsOf(form, '', 'Title')).toEqual({});
    expect(problemsOf(form, 'x'.repeat(51), 'x'.repeat(201))).toEqual({
      title: 'Card title can have at most 200 characters',
      tagsText: 'A tag can have at most 50 characters',
    });
    expect(problemsOf(form, many(31), 'Title')).toEqual({ tagsText: 'A card can have at most 30 tags' });
    expect(problemsOf(form, 'x'.repeat(501), 'Title')).toEqual({
      tagsText: 'Tags can have at most 500 characters',
    });
  }
});
