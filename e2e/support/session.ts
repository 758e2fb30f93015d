import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Member } from './new-user.ts';
import type { Person } from './people.ts';

/** Stores a session in the page before it loads: the user's open one, else a new one. */
export async function startSignedIn(page: Page, request: APIRequestContext, person: Person | Member) {
  if ('token' in person) return storeSession(page, request, person.token);
  const answer = await request.post('/api/v1/login', {
    data: { emailId: person.email, password: person.password },
  });
  if (!answer.ok()) throw new Error(`${person.email} cannot sign in: ${await answer.text()}`);
  const { authToken, userModel } = await answer.json();
  await addSession(page, authToken, userModel);
}

export async function storeSession(page: Page, request: APIRequestContext, token: string) {
  const answer = await request.get('/api/v1/r/user', { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok()) throw new Error(`The session cannot be used: ${await answer.text()}`);
  const { userModel } = (await answer.json()) as AnswerOf<'GET /r/user'>;
  await addSession(page, token, userModel);
}

const addSession = (page: Page, authdata: string, userModel: AnswerOf<'GET /r/user'>['userModel']) =>
  page.addInitScript((record) => {
    if (!localStorage.getItem('userData')) localStorage.setItem('userData', record);
  }, JSON.stringify({ authdata, userModel }));

/** Forgets the session in a page without scripts: one of the app would go on with requests that are refused. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}
