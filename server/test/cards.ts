import type { AnswerOf } from '@gyan/contract/calls.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** A valid form to post a card; tests override single fields. */
export const customForm = { title: 'Why leaves are green', statusText: 'They throw green light away.' };

export function postCard(gyan: TestApp, token: string, form: Record<string, string> = customForm) {
  return gyan.request('/r/post', { method: 'POST', token, form });
}

export async function posted(gyan: TestApp, token: string, form: Record<string, string> = customForm) {
  const answer = await postCard(gyan, token, form);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'POST /r/post'>).feedItemModel.postModel;
}

export function editCard(
  gyan: TestApp,
  token: string,
  form: { postId: string | number; [field: string]: string | number },
) {
  const fields = Object.entries(form).map(([name, value]) => [name, String(value)]);
  return gyan.request('/r/post', { method: 'PUT', token, form: Object.fromEntries(fields) });
}

export function deleteCard(gyan: TestApp, token: string, postId: number) {
  return gyan.request(`/r/post?postId=${postId}`, { method: 'DELETE', token });
}
