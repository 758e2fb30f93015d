import type { SignedIn } from '@gyan/contract/auth.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';
import { startJobs } from '#worker.ts';

let gyan: TestApp;
let jobs: Awaited<ReturnType<typeof startJobs>>;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
  jobs = await startJobs(gyan.deps);
});
afterAll(async () => {
  await jobs.stop();
  await gyan.close();
});

let count = 0;
const newAddress = () => `forgetful-${(count += 1)}@example.org`;
const requestReset = (emailId: string) =>
  gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId } });
const reset = (reqToken: string, password = 'a new beginning') =>
  gyan.request('/resetpassword', { method: 'PUT', body: { reqToken, password } });
const login = (emailId: string, password: string) =>
  gyan.request('/login', { method: 'POST', body: { emailId, password } });

it('sends a link, sets the password, ends every other session and tells the owner', async () => {
  const email = newAddress();
  const { token: other } = await gyan.signedIn({ email, password: 'the old one' });
  expect(await requestReset(email.toUpperCase())).toMatchObject({ status: 200, body: {} });
  const message = await emailTo(gyan.db, email, 'reset');
  expect(message.text).toContain(`https://gyan.example/rp?rpt=${message.token}`);

  const { authToken }: SignedIn = (await reset(message.token)).body;
  expect((await gyan.request('/r/user', { token: authToken })).status).toBe(200);
  expect((await gyan.request('/r/user', { token: other })).status).toBe(401);
  expect((await login(email, 'the old one')).status).toBe(400);
  expect((await login(email, 'a new beginning')).status).toBe(200);
  await emailTo(gyan.db, email, 'password-changed');
});

it('answers the same for an unknown address, and writes to nobody', async () => {
  const email = newAddress();
  expect(await requestReset(email)).toMatchObject({ status: 200, body: {} });
  const known = newAddress();
  await makeUser(gyan.db, { email: known });
  await requestReset(known);
  // Requested later, so the first job is done too.
  await emailTo(gyan.db, known, 'reset');
  expect(await emailsTo(gyan.db, email)).toEqual([]);
});

it('works for an hour, and a second link voids the first', async () => {
  const email = newAddress();
  const userId = await makeUser(gyan.db, { email });
  await requestReset(email);
  const first = await emailTo(gyan.db, email, 'reset');
  await requestReset(email);
  const second = await emailTo(gyan.db, email, 'reset', { count: 2 });
  const voided = await reset(first.token);
  expect([voided.status, voided.body]).toMatchObject([400, { code: 'token_invalid' }]);
  const [row] = await gyan.db.query<{ minutes: number }>(sql`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes
    from password_resets where user_id = ${userId}`);
  expect(row?.minutes).toBe(60);
  await gyan.db.query(sql`update password_resets set expires_at = now() where user_id = ${userId}`);
  expect((await reset(second.token)).body).toMatchObject({ code: 'token_invalid' });
});

it('verifies the address, because its owner read the e-mail, and ends what strangers set up for it', async () => {
  const email = newAddress();
  const { token: otherToken } = await gyan.signedIn({ email, password: 'a stranger', verified: false });
  await gyan.request('/r/resendverification', { method: 'POST', token: otherToken });
  const link = await emailTo(gyan.db, email, 'verify');
  await requestReset(email);
  const { token } = await emailTo(gyan.db, email, 'reset');
  expect((await reset(token)).body).toMatchObject({ userModel: { emailVerified: true } });
  expect((await gyan.request('/r/logout', { method: 'POST', token: otherToken })).status).toBe(401);
  expect((await gyan.request('/ve', { method: 'POST', body: { regToken: link.token } })).status).toBe(400);
});

it('refuses a common password without using the link up', async () => {
  const email = newAddress();
  await makeUser(gyan.db, { email });
  await requestReset(email);
  const { token } = await emailTo(gyan.db, email, 'reset');
  expect((await reset(token, 'Password1')).body).toMatchObject({
    fields: [{ field: 'password', message: 'This password is too common' }],
  });
  expect((await reset(token)).status).toBe(200);
  expect((await reset(token)).status).toBe(400);
});

it('takes no link of another kind', async () => {
  const email = newAddress();
  const { token: session } = await gyan.signedIn({ email, verified: false });
  await gyan.request('/r/resendverification', { method: 'POST', token: session });
  const verifyLink = await emailTo(gyan.db, email, 'verify');
  expect((await reset(verifyLink.token)).status).toBe(400);
  await requestReset(email);
  const resetLink = await emailTo(gyan.db, email, 'reset');
  expect((await gyan.request('/ve', { method: 'POST', body: { regToken: resetLink.token } })).status).toBe(
    400,
  );
  expect((await gyan.request('/r/user', { token: resetLink.token })).status).toBe(401);
});

it('brings somebody back who was about to leave', async () => {
  const email = newAddress();
  const userId = await makeUser(gyan.db, { email, password: 'about to leave' });
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${userId}`);
  expect((await login(email, 'about to leave')).status).toBe(200);
  const [row] = await gyan.db.query<{ leaving_at: Date | null }>(
    sql`select leaving_at from users where id = ${userId}`,
  );
  expect(row?.leaving_at).toBeNull();
});
