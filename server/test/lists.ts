import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { expect } from 'vitest';
import type { TestApp, TestResponse } from './app.ts';
import { makePicture } from './factories.ts';

export async function createdChain(
  gyan: TestApp,
  token: string,
  form: Record<string, unknown> = {},
): Promise<ChapterModel> {
  const body = { title: 'How light bends', ...form };
  const answer = await gyan.request('/r/chapter', { method: 'POST', token, body });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'POST /r/chapter'>).chapterModel;
}

export async function createdSubject(
  gyan: TestApp,
  token: string,
  form: Record<string, string> = {},
): Promise<SubjectModel> {
  const photoBase64 = (await makePicture('#336699')).toString('base64');
  const answer = await gyan.request('/r/subject', {
    method: 'POST',
    token,
    form: { title: 'Optics', photoBase64, ...form },
  });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'POST /r/subject'>).subjectModel;
}

/** `link('chapter_post', …)` adds, `unlink` removes. */
export function linking(gyan: TestApp) {
  const linkCall = (word: string) => (what: string, token: string, body: object) =>
    gyan.request(`/r/${word}_${what}`, { method: 'PUT', token, body });
  return { link: linkCall('link'), unlink: linkCall('unlink') };
}

/** The ids of the user's chains or subjects, in order. */
export async function myList(gyan: TestApp, token: string, what: 'chapters' | 'subjects'): Promise<number[]> {
  const answer: TestResponse = await gyan.request(`/r/${what}`, { token });
  expect(answer.status, answer.text).toBe(200);
  const found = answer.body as { chapterModelVec?: { id: number }[]; subjectModelVec?: { id: number }[] };
  return (found.chapterModelVec ?? found.subjectModelVec ?? []).map(({ id }) => id);
}
