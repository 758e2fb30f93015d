import type { SignedIn } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';

describe('signing in', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp();
    await makeUser(gyan.db, { email: 'Asha@Example.org', password: 'correct horse', firstName: 'Asha' });
  });
  afterAll(() => gyan.close());

  const login = (emailId: string, password: string) =>
    gyan.request('/login', { method: 'POST', body: { emailId, password } });

  it('opens a session for the right password, however the address is cased', async () => {
    const answer = await login('asha@example.ORG', 'correct horse');
    const { authToken, userModel }: SignedIn = answer.body;
    expect(answer.status).toBe(200);
    expect(userModel).toMatchObject({ firstName: 'Asha', userRole: 'kRegular', emailVerified: true });
    const me: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token: authToken })).body;
    expect(me.userModel).toEqual(userModel);
  });

  it('answers the same for a wrong password and an unknown address, and never 401', async () => {
    const [wrong, unknown] = await Promise.all([
      login('asha@example.org', 'wrong horse'),
      login('nobody@example.org', 'wrong horse'),
    ]);
    const plain = (answer: typeof wrong) => ({ ...(answer.body as object), requestId: '' });
    expect(wrong.status).toBe(400);
    expect(plain(wrong)).toMatchObject({ code: 'invalid_credentials' });
    expect(plain(unknown)).toEqual(plain(wrong));
  });

  it('keeps only a hash of the token', async () => {
    const { authToken }: SignedIn = (await login('asha@example.org', 'correct horse')).body;
    expect(Buffer.from(authToken, 'base64url').length).toBeGreaterThanOrEqual(32);
    const rows = await gyan.db.query<{ row: string }>(sql`select sessions::text as row from sessions`);
    expect(rows.some(({ row }) => row.includes(authToken))).toBe(false);
  });

  it('ends with signing out, at once', async () => {
    const { token } = await gyan.signedIn();
    expect((await gyan.request('/r/logout', { method: 'POST', token })).body).toEqual({});
    expect((await gyan.request('/r/user', { token })).status).toBe(401);
  });

  it('ends when it has not been used for thirty days, and lasts while it is', async () => {
    const [used, unused] = [await gyan.signedIn(), await gyan.signedIn()];
    await gyan.db.query(sql`
      update sessions set last_seen_at = now() - interval '29 days', expires_at = now() + interval '1 day'
      where user_id = ${used.userId}`);
    await gyan.db.query(sql`update sessions set expires_at = now() where user_id = ${unused.userId}`);
    expect((await gyan.request('/r/user', { token: used.token })).status).toBe(200);
    expect((await gyan.request('/r/user', { token: unused.token })).status).toBe(401);
    const [session] = await gyan.db.query<{ days: number }>(sql`
      select extract(day from expires_at - now())::int as days from sessions where user_id = ${used.userId}`);
    expect(session?.days).toBe(29);
  });

  it('gives a new role to the very next request', async () => {
    const { userId, token } = await gyan.signedIn();
    await gyan.db.query(sql`update users set role = 'kCreator' where id = ${userId}`);
    const me: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token })).body;
    expect(me.userModel.userRole).toBe('kCreator');
  });
});
