import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { sendReset } from '#domains/auth/reset.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo } from '#test/emails.ts';
import { openApp } from '#test/open-app.ts';

const password = 'quiet river';

let gyan: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  // Other limits are raised: only the mailbox budget is tested.
  const { limits } = readConfig({
    LIMITS:
      'register.address=1000/60, invitations.account=1000/60, resetAndResend.account=1000/60, resetAndResend.address=1000/60',
  });
  gyan = await startApp({ rateLimits: true, limits });
  other = await openApp(gyan.deps.databaseUrl, { rateLimits: true, limits });
});
afterAll(async () => {
  await other.close();
  await gyan.close();
});

const register = (app: TestApp, emailID: string) =>
  app.request('/register', {
    method: 'POST',
    body: { firstName: 'Some', lastName: 'Body', emailID, password },
  });
const invite = async (emailId: string) => {
  const { token } = await gyan.signedIn();
  return gyan.request('/r/invite', { method: 'POST', token, body: { emailId } });
};
const kinds = async (email: string) => (await emailsTo(gyan.db, email)).map(({ kind }) => kind);
const hourPasses = (email: string) =>
  gyan.db.query(sql`delete from rate_limits where key = ${`mailbox:hourly:${email}`}`);

it('a mailbox gets three e-mails an hour, whatever they are for, and the answers are the same', async () => {
  const email = 'newcomer@xn--bcher-kva.example';
  expect((await invite('newcomer@bücher.example')).status).toBe(200);
  expect((await register(gyan, email)).body).toEqual({});
  const login = await gyan.request('/login', { method: 'POST', body: { emailId: email, password } });
  const { authToken: token } = login.body as { authToken: string };
  const resend = () => gyan.request('/r/resendverification', { method: 'POST', token });
  expect((await resend()).body).toEqual({});
  expect(await kinds(email)).toEqual(['invitation', 'verify', 'verify']);
  const [, , latest] = await emailsTo(gyan.db, email);

  expect((await invite('Newcomer@BÜCHER.example')).body).toEqual({
    connectionReqId: expect.any(Number) as number,
  });
  expect((await resend()).body).toEqual({});
  await sendReset(gyan.deps, email);
  expect(await kinds(email)).toHaveLength(3);
  // The link of the last e-mail that went out still works.
  const verified = await gyan.request('/ve', { method: 'POST', body: { regToken: latest?.token } });
  expect(verified.status).toBe(200);

  expect((await register(gyan, email)).body).toEqual({});
  const sender = await gyan.signedIn();
  const [member] = await gyan.db.query<{ id: number }>(sql`select id from users where email = ${email}`);
  const answer = await gyan.request('/r/connreq', {
    method: 'POST',
    token: sender.token,
    body: { receivingUserId: member?.id },
  });
  expect(answer.body).toMatchObject({ sentConnRequest: true });
  expect(await kinds(email)).toHaveLength(3);

  await hourPasses(email);
  expect((await register(gyan, email)).body).toEqual({});
  expect((await kinds(email)).at(-1)).toBe('already-registered');
});

it('a person who signs up over the budget can verify their address later', async () => {
  const email = 'flooded@example.org';
  for (let i = 0; i < 4; i += 1) await register(gyan, email);
  expect(await kinds(email)).toEqual(['verify', 'verify', 'verify']);
  const login = await gyan.request('/login', { method: 'POST', body: { emailId: email, password } });
  const { authToken: token } = login.body as { authToken: string };
  await hourPasses(email);
  await gyan.request('/r/resendverification', { method: 'POST', token });
  const message = (await emailsTo(gyan.db, email)).at(-1);
  expect((await gyan.request('/ve', { method: 'POST', body: { regToken: message?.token } })).status).toBe(
    200,
  );
});

it('a reset link that was sent keeps working when the next one is not sent', async () => {
  const email = 'forgetful@example.org';
  const { userId } = await gyan.signedIn({ email, password });
  for (let i = 0; i < 5; i += 1) await sendReset(gyan.deps, email);
  const emails = await emailsTo(gyan.db, email);
  expect(emails).toHaveLength(3);
  const reset = await gyan.request('/resetpassword', {
    method: 'PUT',
    body: { reqToken: emails.at(-1)?.token, password: 'another river' },
  });
  expect(reset.body).toMatchObject({ userModel: { userId } });
  // Notices about one's own account ignore the budget.
  expect((await kinds(email)).at(-1)).toBe('password-changed');
});

it('a mailbox gets ten e-mails a day, counted once for all processes also in a burst', async () => {
  const email = 'popular@example.org';
  const burst = () => Promise.all(Array.from({ length: 4 }, (_, i) => register(i % 2 ? gyan : other, email)));
  for (let hour = 0; hour < 4; hour += 1) {
    await gyan.db.query(sql`delete from rate_limits where key like 'register:%'`);
    expect((await burst()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await kinds(email)).toHaveLength(Math.min(10, 3 * (hour + 1)));
    await hourPasses(email);
  }
});

it('can be set, and is lifted with all limits', async () => {
  const { limits } = readConfig({ LIMITS: 'mailbox.hourly=1/3600, register.address=1000/60' });
  const strict = await openApp(gyan.deps.databaseUrl, { rateLimits: true, limits });
  const open = await openApp(gyan.deps.databaseUrl, { rateLimits: false });
  try {
    await gyan.db.query(sql`delete from rate_limits where key like 'register:%'`);
    for (let i = 0; i < 2; i += 1) await register(strict, 'strict@example.org');
    expect(await kinds('strict@example.org')).toHaveLength(1);
    for (let i = 0; i < 12; i += 1) await register(open, 'open@example.org');
    expect(await kinds('open@example.org')).toHaveLength(12);
  } finally {
    await strict.close();
    await open.close();
  }
});
