import { hash } from '@node-rs/argon2';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';

const composed = 'caf\u00e9 am Stra\u00dfeneck';
const decomposed = composed.normalize('NFD');

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const login = async (emailId: string, password: string) =>
  (await gyan.request('/login', { method: 'POST', body: { emailId, password } })).status;

it('a password is the same however the keyboard writes its accents', async () => {
  for (const [email, chosen] of [
    ['mac@example.org', decomposed],
    ['pc@example.org', composed],
  ] as const) {
    const body = { firstName: 'A', lastName: 'B', emailID: email, password: chosen };
    await gyan.request('/register', { method: 'POST', body });
    const { token: regToken } = await emailTo(gyan.db, email, 'verify');
    await gyan.request('/ve', { method: 'POST', body: { regToken } });
    expect(await login(email, composed)).toBe(200);
    expect(await login(email, decomposed)).toBe(200);
    expect(await login(email, 'cafe am Stra\u00dfeneck')).toBe(400);
  }
});

it('a password that was stored as it was typed still works, and from then on in both forms', async () => {
  const email = 'old@example.org';
  const userId = await makeUser(gyan.db, { email });
  await gyan.db.query(sql`update users set password_hash = ${await hash(decomposed)} where id = ${userId}`);
  expect(await login(email, composed)).toBe(400);
  expect(await login(email, decomposed)).toBe(200);
  expect(await login(email, composed)).toBe(200);
});

it('the length of a new password counts characters, not the marks they are typed with', async () => {
  const password = '\u00e9\u00e8\u00ea'.normalize('NFD');
  const body = { firstName: 'A', lastName: 'B', emailID: 'short@example.org', password };
  expect((await gyan.request('/register', { method: 'POST', body })).status).toBe(400);
  const email = 'short-before@example.org';
  const userId = await makeUser(gyan.db, { email });
  await gyan.db.query(sql`update users set password_hash = ${await hash(password)} where id = ${userId}`);
  expect(await login(email, password)).toBe(200);
});

it.each([
  ['as many code points', '\ud55c'.repeat(60), 'NFD'],
  ['as few code points', '\u0958'.repeat(3), undefined],
] as const)('a password works again as it was typed at sign-up, also with %s', async (_, text, form) => {
  const password = form ? text.normalize(form) : text;
  const email = `typed-${form ?? 'short'}@example.org`;
  const body = { firstName: 'A', lastName: 'B', emailID: email, password };
  expect((await gyan.request('/register', { method: 'POST', body })).status).toBe(200);
  const { token: regToken } = await emailTo(gyan.db, email, 'verify');
  const { body: verified } = await gyan.request('/ve', { method: 'POST', body: { regToken } });
  expect(await login(email, password)).toBe(200);
  await gyan.db.query(sql`update sessions set created_at = now() - interval '1 hour'`);
  const { authToken: token } = verified as { authToken: string };
  const exported = await gyan.request('/r/export', {
    method: 'POST',
    token,
    body: { currentPasswd: password },
  });
  expect(exported.status).toBe(200);
});
