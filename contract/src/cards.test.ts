import { expect, test } from 'vitest';
import { CardForm, isBlankHtml } from './cards.ts';

const titleMissing = 'Card title needs to be specified';
const descriptionMissing = 'Card description needs to be specified';

function problemsOf(form: unknown): Record<string, string> {
  const issues = CardForm.safeParse(form).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('a custom card needs a title and a description', () => {
  expect(problemsOf({})).toEqual({ title: titleMissing, statusText: descriptionMissing });
  expect(problemsOf({ title: '', statusText: '' })).toEqual({
    title: titleMissing,
    statusText: descriptionMissing,
  });
  expect(problemsOf({ title: ' \u200B', statusText: 'Words' })).toEqual({ title: titleMissing });
  expect(problemsOf({ htmlDesc: '<p>Words</p>' })).toEqual({ title: titleMissing });
  expect(problemsOf({ title: 'Title', htmlDesc: '<p>&nbsp;<br></p>' })).toEqual({
    htmlDesc: descriptionMissing,
  });
  expect(problemsOf({ title: 'Title', statusText: 'Words' })).toEqual({});
  expect(problemsOf({ title: 'Title', htmlDesc: '<p>Words</p>' })).toEqual({});
});

test('a text without a title field takes its title from the text', () => {
  expect(CardForm.parse({ statusText: 'Words', photoBase64: 'AAAA' })).toMatchObject({
    postType: 'kCustom',
    statusText: 'Words',
  });
});

test('what is missing is told together with what is wrong', () => {
  expect(problemsOf({ title: '', statusText: 'x'.repeat(20_001), postAsUserId: 'me' })).toEqual({
    title: titleMissing,
    statusText: 'Card description can have at most 20000 characters',
    postAsUserId: 'Not a valid id',
  });
});

test('a video card needs the address of a video', () => {
  const video = { postType: 'kVideo', title: 'Title', videoProvider: 'kYoutube' };
  for (const embedVideoUrl of [undefined, '', 'https://example.com/watch?v=dQw4w9WgXcQ']) {
    expect(problemsOf({ ...video, embedVideoUrl })).toEqual({
      embedVideoUrl: 'Please enter a valid YouTube URL',
    });
  }
  expect(problemsOf({ ...video, embedVideoUrl: 'https://youtu.be/dQw4w9WgXcQ' })).toEqual({});
});

test('an AI card needs what the model wrote, and no title', () => {
  const ai = { postType: 'kAIAssisted', aiPrompt: 'Why is the sky blue?', aiModelName: 'm' };
  expect(problemsOf(ai)).toEqual({ htmlDesc: descriptionMissing });
  expect(problemsOf({ ...ai, htmlDesc: '<p></p>' })).toEqual({ htmlDesc: descriptionMissing });
  expect(problemsOf({ ...ai, htmlDesc: '<p>Scattering.</p>' })).toEqual({});
});

test('a form that is no form is refused, not thrown over', () => {
  for (const form of [null, undefined, 5, 'x', []]) expect(CardForm.safeParse(form).success).toBe(false);
});

test('markup of nothing but brackets is judged in linear time', () => {
  expect(isBlankHtml('<'.repeat(5_000_000))).toBe(false);
});

test('markup is blank without words and pictures', () => {
  for (const html of ['', '<p></p>', '<p>\u200B</p><br>', '&nbsp;']) expect(isBlankHtml(html)).toBe(true);
  for (const html of ['a', '<p>अ</p>', '<img src="x">']) expect(isBlankHtml(html)).toBe(false);
});
