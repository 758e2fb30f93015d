import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ superAdminEmail: 'Head@Example.org' });
});
afterAll(() => gyan.close());

const roleOf = async (email: string) => {
  const [row] = await gyan.db.query<{ role: string }>(sql`select role from users where email = ${email}`);
  return row?.role;
};

it('is the owner of the configured address once it is verified, and not before', async () => {
  const email = 'head@example.org';
  const body = { firstName: 'Head', lastName: 'Person', emailID: email, password: 'quiet river' };
  await gyan.request('/register', { method: 'POST', body });
  const early = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: email, password: 'quiet river' },
  });
  expect(early.body).toMatchObject({ userModel: { userRole: 'kRegular', emailVerified: false } });
  const { token } = await emailTo(gyan.db, email, 'verify');
  const answer = await gyan.request('/ve', { method: 'POST', body: { regToken: token } });
  const { userModel }: AnswerOf<'POST /ve'> = answer.body;
  expect(userModel.userRole).toBe('kSuperAdmin');
});

it('becomes so when signing in, if the address was configured later', async () => {
  await gyan.db.query(sql`delete from users where lower(email) = 'head@example.org'`);
  await makeUser(gyan.db, { email: 'head@example.org', password: 'quiet river' });
  const body = { emailId: 'head@example.org', password: 'quiet river' };
  expect((await gyan.request('/login', { method: 'POST', body })).body).toMatchObject({
    userModel: { userRole: 'kSuperAdmin' },
  });
});

it('becomes so at the start, and nobody else does', async () => {
  await gyan.db.query(sql`delete from users where lower(email) = 'head@example.org'`);
  await makeUser(gyan.db, { email: 'HEAD@example.org' });
  await makeUser(gyan.db, { email: 'other@example.org', role: 'kAdmin' });
  const again = await buildApp(gyan.deps, { pages: false });
  await again.close();
  expect([await roleOf('HEAD@example.org'), await roleOf('other@example.org')]).toEqual([
    'kSuperAdmin',
    'kAdmin',
  ]);
});
