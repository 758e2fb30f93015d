import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo } from '#test/emails.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ rateLimits: true, publicUrl: 'https://gyan.example' });
});
beforeEach(async () => {
  await gyan.db.query(sql`delete from rate_limits`);
});
afterAll(() => gyan.close());

let count = 0;
async function person(minutesAgo: number, password: string | undefined = 'the old one') {
  const email = `changer-${(count += 1)}@example.org`;
  const { userId, token } = await gyan.signedIn({ email, ...(password ? { password } : {}) });
  await gyan.db.query(sql`
    update sessions set created_at = now() - make_interval(mins => ${minutesAgo}) where user_id = ${userId}`);
  const change = (body: { passwd: string; currentPasswd?: string }) =>
    gyan.request('/r/updateuserpasswd', { method: 'PUT', token, body });
  const login = (password: string) =>
    gyan.request('/login', { method: 'POST', body: { emailId: email, password } });
  return { email, userId, change, login };
}

it('is changed right after signing in, and an e-mail says so', async () => {
  const { email, userId, change, login } = await person(14);
  const { userModel }: AnswerOf<'PUT /r/updateuserpasswd'> = (await change({ passwd: 'a new beginning' }))
    .body;
  expect(userModel).toMatchObject({ userId, hasPassword: true });
  expect((await login('the old one')).status).toBe(400);
  expect((await login('a new beginning')).status).toBe(200);
  const emails = await emailsTo(gyan.db, email);
  expect(emails.map(({ kind }) => kind)).toEqual(['password-changed', 'new-browser']);
  expect(emails[0]?.text).toContain('https://gyan.example/rpr');
});

it('is changed later only with the present one', async () => {
  const { email, change, login } = await person(16);
  for (const currentPasswd of [undefined, 'not this one']) {
    const refused = await change({ passwd: 'a new beginning', ...(currentPasswd ? { currentPasswd } : {}) });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'reauth_required', fields: [{ field: 'currentPasswd' }] },
    ]);
  }
  expect(await emailsTo(gyan.db, email)).toEqual([]);
  expect((await login('the old one')).status).toBe(200);
  expect((await change({ passwd: 'a new beginning', currentPasswd: 'the old one' })).status).toBe(200);
  expect((await login('a new beginning')).status).toBe(200);
});

it('cannot be guessed: wrong ones count like failed sign-ins, and the open session goes on working', async () => {
  const { change, login } = await person(16);
  for (let wrong = 0; wrong < 5; wrong += 1) {
    expect((await change({ passwd: 'a new beginning', currentPasswd: `guess ${wrong}` })).status).toBe(403);
  }
  const sixth = await change({ passwd: 'a new beginning', currentPasswd: 'the old one' });
  expect([sixth.status, sixth.body]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect((await login('the old one')).status).toBe(429);
  // Without a password the answer stays the same.
  expect((await change({ passwd: 'a new beginning' })).status).toBe(403);
});

it('can be set by somebody who only ever came through Google, after signing in again', async () => {
  const expired = await person(16, '');
  expect((await expired.change({ passwd: 'a first one' })).body).toMatchObject({ code: 'reauth_required' });
  const recent = await person(1, '');
  expect((await recent.change({ passwd: 'a first one' })).status).toBe(200);
  expect((await recent.login('a first one')).status).toBe(200);
});

it('is refused when it is common', async () => {
  const { change } = await person(1);
  const answer = await change({ passwd: 'Sunshine1' });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { fields: [{ field: 'passwd', message: 'This password is too common' }] },
  ]);
});

it('is kept as argon2id', async () => {
  const { userId, change } = await person(1);
  await change({ passwd: 'a new beginning' });
  const [row] = await gyan.db.query<{ password_hash: string }>(
    sql`select password_hash from users where id = ${userId}`,
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
