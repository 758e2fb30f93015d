import type { SignedIn } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

let count = 0;
const newAddress = () => `newcomer-${(count += 1)}@example.org`;

const register = (emailID: string, fields: { firstName?: string; password?: string } = {}) =>
  gyan.request('/register', {
    method: 'POST',
    body: { firstName: 'Nila', lastName: 'Sen', password: 'quiet river', emailID, ...fields },
    headers: { host: 'evil.example' },
  });
const verify = (regToken: string) => gyan.request('/ve', { method: 'POST', body: { regToken } });
const login = (emailId: string, password: string) =>
  gyan.request('/login', { method: 'POST', body: { emailId, password } });
const me = (token: string) => gyan.request('/r/user', { token });

describe('signing up', () => {
  it('sends a link to the public address and verifies by it', async () => {
    const email = newAddress();
    expect(await register(email)).toMatchObject({ status: 200, body: {} });
    const message = await emailTo(gyan.db, email, 'verify');
    expect(message.text).toContain(`https://gyan.example/ve?rt=${message.token}`);

    const answer = await verify(message.token);
    const { authToken, userModel }: AnswerOf<'POST /ve'> = answer.body;
    expect(userModel).toMatchObject({
      emailId: email,
      firstName: 'Nila',
      lastName: 'Sen',
      emailVerified: true,
      userRole: 'kRegular',
      showTopicsPage: true,
      showInvitePage: true,
      hasPassword: true,
    });
    expect((await me(authToken)).status).toBe(200);
  });

  it('answers the same for an address that has an account, whose owner gets another e-mail', async () => {
    const email = newAddress();
    const userId = await makeUser(gyan.db, { email, password: 'the owner’s own', firstName: 'Owner' });
    const unknown = await register(newAddress());
    const known = await register(email.toUpperCase(), { firstName: 'Mallory', password: 'mallory wants in' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const emails = await emailsTo(gyan.db, email);
    expect(emails.map(({ kind }) => kind)).toEqual(['already-registered']);
    expect(emails[0]?.text).toContain('https://gyan.example/login');
    expect(emails[0]?.text).toContain('https://gyan.example/rpr');
    expect(emails[0]?.text).not.toContain('Mallory');
    expect((await login(email, 'the owner’s own')).status).toBe(200);
    expect((await login(email, 'mallory wants in')).status).toBe(400);
    const [row] = await gyan.db.query<{ first_name: string }>(
      sql`select first_name from users where id = ${userId}`,
    );
    expect(row?.first_name).toBe('Owner');
  });

  it.each(['123456', 'Password', 'qwerty123', 'ILoveYou'])(
    'refuses the common password %s',
    async (password) => {
      const email = newAddress();
      const answer = await register(email, { password });
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'invalid_input', fields: [{ field: 'password', message: 'This password is too common' }] },
      ]);
      expect(await emailsTo(gyan.db, email)).toEqual([]);
    },
  );

  it.each(['a@b.c,d@e.f', '"a b"@example.org', '<a@example.org'])(
    'refuses %s as an address',
    async (email) => {
      const answer = await register(email);
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { fields: [{ field: 'emailID', message: 'Invalid email address' }] },
      ]);
    },
  );

  it('gives newcomers the role the installation gives', async () => {
    const generous = await startApp({ signupRole: 'kCreator' });
    const body = { firstName: 'A', lastName: 'B', emailID: 'c@example.org', password: 'quiet river' };
    await generous.request('/register', { method: 'POST', body });
    const { token } = await emailTo(generous.db, 'c@example.org', 'verify');
    const answer = await generous.request('/ve', { method: 'POST', body: { regToken: token } });
    expect(answer.body).toMatchObject({ userModel: { userRole: 'kCreator' } });
    await generous.close();
  });

  it('makes one account of one address, however many sign up with it at once', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [row] = await gyan.db.query<{ users: number; links: number }>(sql`
      select count(distinct users.id)::int as users, count(*)::int as links
      from users join registrations on user_id = users.id where lower(email) = ${email}`);
    expect(row).toEqual({ users: 1, links: 8 });
  });
});

describe('an address that is not verified', () => {
  it('may sign in, and do nothing but sign out and ask for another e-mail', async () => {
    const email = newAddress();
    await register(email);
    const { authToken, userModel }: SignedIn = (await login(email, 'quiet river')).body;
    expect(userModel.emailVerified).toBe(false);
    const refused = await me(authToken);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'email_unverified' }]);
    expect((await resend(authToken)).status).toBe(200);
    expect((await gyan.request('/r/logout', { method: 'POST', token: authToken })).status).toBe(200);
  });

  it('belongs to whoever opens a link first, with what that registration said', async () => {
    const email = newAddress();
    await register(email, { firstName: 'First', password: 'first password' });
    const first = await emailTo(gyan.db, email, 'verify');
    await register(email, { firstName: 'Second', password: 'second password' });
    const second = await emailTo(gyan.db, email, 'verify', { count: 2 });
    expect((await login(email, 'first password')).status).toBe(400);
    const { authToken: early }: SignedIn = (await login(email, 'second password')).body;

    const won = await verify(first.token);
    expect(won.body).toMatchObject({ userModel: { firstName: 'First', emailVerified: true } });
    const lost = await verify(second.token);
    expect([lost.status, lost.body]).toMatchObject([400, { code: 'token_invalid' }]);
    expect((await login(email, 'first password')).status).toBe(200);
    expect((await login(email, 'second password')).status).toBe(400);
    // The session of the other registration ends too.
    expect((await me(early)).status).toBe(401);
  });

  it('ends the session of the registration before when it is registered again', async () => {
    const email = newAddress();
    await register(email);
    const { authToken }: SignedIn = (await login(email, 'quiet river')).body;
    await register(email, { password: 'another river' });
    expect((await resend(authToken)).status).toBe(401);
  });

  it('gets a new link that voids the one before, and only that one', async () => {
    const email = newAddress();
    await register(email, { firstName: 'First' });
    const first = await emailTo(gyan.db, email, 'verify');
    await register(email, { firstName: 'Second', password: 'another river' });
    const second = await emailTo(gyan.db, email, 'verify', { count: 2 });
    const { authToken }: SignedIn = (await login(email, 'another river')).body;
    await resend(authToken);
    const renewed = await emailTo(gyan.db, email, 'verify', { count: 3 });
    expect((await verify(second.token)).status).toBe(400);
    const [row] = await gyan.db.query<{ links: number }>(sql`
      select count(*)::int as links from registrations join users on users.id = user_id where email = ${email}`);
    expect(row?.links).toBe(2);
    expect((await verify(renewed.token)).body).toMatchObject({ userModel: { firstName: 'Second' } });
    expect((await verify(first.token)).status).toBe(400);
  });

  it('gets a new link when the one before has run out', async () => {
    const email = newAddress();
    await register(email);
    const old = await emailTo(gyan.db, email, 'verify');
    await gyan.db.query(sql`update registrations set expires_at = now() - interval '1 second'
      where user_id = (select id from users where email = ${email})`);
    const answer = await verify(old.token);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'token_invalid' }]);
    await gyan.db.query(sql`delete from registrations where expires_at < now()`);
    const { authToken }: SignedIn = (await login(email, 'quiet river')).body;
    await resend(authToken);
    const { token } = await emailTo(gyan.db, email, 'verify', { count: 2 });
    expect((await verify(token)).status).toBe(200);
  });

  it('has a day to open the link', async () => {
    const email = newAddress();
    await register(email);
    const [row] = await gyan.db.query<{ hours: number }>(sql`
      select round(extract(epoch from registrations.expires_at - now()) / 3600)::int as hours
      from registrations join users on users.id = user_id where email = ${email}`);
    expect(row?.hours).toBe(24);
  });
});

it('sends a verified person no further e-mail', async () => {
  const email = newAddress();
  const { token } = await gyan.signedIn({ email });
  expect(await resend(token)).toMatchObject({ status: 200, body: {} });
  expect(await emailsTo(gyan.db, email)).toEqual([]);
});

it('answers used, expired and made-up links alike', async () => {
  const email = newAddress();
  await register(email);
  const { token } = await emailTo(gyan.db, email, 'verify');
  await verify(token);
  const [used, madeUp] = [await verify(token), await verify('made-up')];
  const plain = (answer: typeof used) => ({ ...(answer.body as object), requestId: '' });
  expect(used.status).toBe(400);
  expect(plain(used)).toEqual(plain(madeUp));
});

function resend(token: string) {
  return gyan.request('/r/resendverification', { method: 'POST', token });
}
