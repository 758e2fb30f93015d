import type { SecondFactorNeeded, SignedIn } from '@gyan/contract/auth.ts';
import type { Call, CallKey } from '@gyan/contract/call.ts';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takesKey } from '#http/idempotency.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { Browser } from '#test/browser.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { addTotp, codeOf, makeRecoveryCodes, makeResetLink, passHalfMinute } from '#test/factors.ts';
import { untilLocked } from '#test/locks.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

const password = 'a quiet morning';
let count = 0;

/** A user with an authenticator app. */
async function protectedUser() {
  count += 1;
  const email = `protected-${count}@example.org`;
  const { userId, token } = await gyan.signedIn({ email, password });
  const otpauthUrl = await addTotp(gyan, token);
  await passHalfMinute(gyan.db);
  return { email, userId, token, otpauthUrl };
}

async function begin(browser: Browser, email: string): Promise<SecondFactorNeeded> {
  const answer = await browser.post('/login', { emailId: email, password });
  expect(answer.status).toBe(200);
  return answer.body;
}

const invalid = { status: 400, body: { code: 'second_factor_invalid' } };

describe('somebody with an authenticator app', () => {
  it('signs in with the password and a code, and each code works once', async () => {
    const { email, otpauthUrl } = await protectedUser();
    const browser = new Browser(gyan);
    const { secondFactor, ticket } = await begin(browser, email);
    expect(secondFactor).toEqual(['totp']);
    const code = codeOf(otpauthUrl);
    const { authToken }: SignedIn = (
      await browser.post('/login_second', { ticket, kind: 'totp', response: code })
    ).body;
    expect((await gyan.request('/r/user', { token: authToken })).status).toBe(200);
    const again = await begin(browser, email);
    const repeated = { ticket: again.ticket, kind: 'totp', response: code };
    expect(await browser.post('/login_second', repeated)).toMatchObject(invalid);
  });

  it('gets in once with a code that twenty requests send at once', async () => {
    const { email, otpauthUrl } = await protectedUser();
    const begun = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = new Browser(gyan);
        return { browser, ticket: (await begin(browser, email)).ticket };
      }),
    );
    const response = codeOf(otpauthUrl);
    const answers = await Promise.all(
      begun.map(({ browser, ticket }) => browser.post('/login_second', { ticket, kind: 'totp', response })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('cannot go on in another browser, and the ticket stays good in the first', async () => {
    const { email, otpauthUrl } = await protectedUser();
    const browser = new Browser(gyan);
    const { ticket } = await begin(browser, email);
    const proof = { ticket, kind: 'totp', response: codeOf(otpauthUrl) };
    expect(await new Browser(gyan).post('/login_second', proof)).toMatchObject(invalid);
    const other = new Browser(gyan);
    await begin(other, email);
    expect(await other.post('/login_second', proof)).toMatchObject(invalid);
    expect((await browser.post('/login_second', proof)).status).toBe(200);
  });

  it('has five tries and five minutes', async () => {
    const { email, otpauthUrl } = await protectedUser();
    const browser = new Browser(gyan);
    const { ticket } = await begin(browser, email);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = { ticket, kind: 'totp', response: '000000x' };
      expect(await browser.post('/login_second', wrong)).toMatchObject(invalid);
    }
    const right = { ticket, kind: 'totp', response: codeOf(otpauthUrl) };
    expect(await browser.post('/login_second', right)).toMatchObject(invalid);

    const passSeconds = (seconds: number) =>
      gyan.db.query(
        sql`update sign_in_tickets set expires_at = expires_at - make_interval(secs => ${seconds})`,
      );
    const { ticket: late } = await begin(browser, email);
    await passSeconds(301);
    expect(await browser.post('/login_second', { ...right, ticket: late })).toMatchObject(invalid);
    const { ticket: inTime } = await begin(browser, email);
    await passSeconds(290);
    expect((await browser.post('/login_second', { ...right, ticket: inTime })).status).toBe(200);
  });

  it('needs the code after a reset link too, and a new password ends begun sign-ins', async () => {
    const { email, userId, otpauthUrl } = await protectedUser();
    const browser = new Browser(gyan);
    const { ticket: begun } = await begin(browser, email);
    const reqToken = await makeResetLink(gyan.db, userId);
    const reset = { method: 'PUT', body: { reqToken, password: 'a loud evening' } };
    const { ticket }: SecondFactorNeeded = (await browser.request('/resetpassword', reset)).body;
    const proof = { kind: 'totp', response: codeOf(otpauthUrl) };
    expect(await browser.post('/login_second', { ...proof, ticket: begun })).toMatchObject(invalid);
    expect((await browser.post('/login_second', { ...proof, ticket })).status).toBe(200);
  });

  it('finds malformed answers refused, with nothing changed', async () => {
    const { email } = await protectedUser();
    const browser = new Browser(gyan);
    const { ticket } = await begin(browser, email);
    for (const response of [{}, { id: 'x' }, { id: 3 }, '\u0000', 'x'.repeat(500)]) {
      for (const kind of ['totp', 'passkey', 'recovery']) {
        const answer = await browser.post('/login_second', { ticket, kind, response });
        expect(answer.status).toBe(400);
      }
    }
  });

  it('stores no secret in plain text', async () => {
    const { userId, otpauthUrl } = await protectedUser();
    const secret = new URL(otpauthUrl).searchParams.get('secret') ?? '';
    const [row] = await gyan.db.query<{ stored: string }>(
      sql`select encode(secret, 'escape') as stored from factors where user_id = ${userId}`,
    );
    expect(row?.stored).not.toContain(secret);
  });
});

describe('a recovery code', () => {
  it('lets one of fifty in', async () => {
    const { email, token } = await protectedUser();
    const [code = ''] = await makeRecoveryCodes(gyan, token);
    const attempts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const browser = new Browser(gyan);
        return { browser, ticket: (await begin(browser, email)).ticket };
      }),
    );
    const answers = await Promise.all(
      attempts.map(({ browser, ticket }) =>
        browser.post('/login_second', { ticket, kind: 'recovery', response: code.toUpperCase() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const { recoveryCodesLeft }: AnswerOf<'GET /r/factors'> = (await gyan.request('/r/factors', { token }))
      .body;
    expect(recoveryCodesLeft).toBe(9);
  });

  it('ends when new ones are made, and all end with the last factor', async () => {
    const { email, token } = await protectedUser();
    const [old = ''] = await makeRecoveryCodes(gyan, token);
    await makeRecoveryCodes(gyan, token);
    const browser = new Browser(gyan);
    const { ticket, secondFactor } = await begin(browser, email);
    expect(secondFactor).toEqual(['totp', 'recovery']);
    const proof = { ticket, kind: 'recovery', response: old };
    expect(await browser.post('/login_second', proof)).toMatchObject(invalid);
    const { factorModelVec }: AnswerOf<'GET /r/factors'> = (await gyan.request('/r/factors', { token })).body;
    const [{ factorId } = { factorId: 0 }] = factorModelVec;
    const removed = await gyan.request(`/r/factor?factorId=${factorId}`, { method: 'DELETE', token });
    expect(removed.body).toEqual({ factorModelVec: [], recoveryCodesLeft: 0 });
    expect((await browser.post('/login', { emailId: email, password })).body).toHaveProperty('authToken');
  });
});

describe('a sensitive action', () => {
  const signInLongAgo = (userId: number) =>
    gyan.db.query(sql`
      update sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = ${userId}`);

  it('is open for ten minutes after the password or a code was given again', async () => {
    const { userId, token, otpauthUrl } = await protectedUser();
    const browser = new Browser(gyan);
    const proofs = [{ currentPasswd: password }, { kind: 'totp', response: codeOf(otpauthUrl) }];
    for (const proof of proofs) {
      await signInLongAgo(userId);
      expect(await browser.post('/r/recovery_codes', {}, token)).toMatchObject({
        status: 403,
        body: { code: 'reauth_required' },
      });
      expect((await browser.post('/r/reauthenticate', proof, token)).status).toBe(200);
      expect((await browser.post('/r/recovery_codes', {}, token)).status).toBe(200);
    }
    await signInLongAgo(userId);
    expect(await browser.post('/r/reauthenticate', { currentPasswd: 'wrong' }, token)).toMatchObject({
      body: { code: 'reauth_required' },
    });
    expect(await browser.post('/r/reauthenticate', proofs[1] ?? {}, token)).toMatchObject(invalid);
  });
});

describe('the calls that change who can sign in', () => {
  /** Each with a body that is right otherwise. */
  const sensitive: Partial<Record<CallKey, object>> = {
    'PUT /r/email': { emailId: 'elsewhere@example.org' },
    'PUT /r/updateuserpasswd': { passwd: 'a loud evening' },
    'POST /r/passkey_options': {},
    'POST /r/totp': { name: 'Phone' },
    'DELETE /r/factor': {},
    'DELETE /r/factor_reset': {},
    'POST /r/recovery_codes': {},
    'GET /r/export': {},
    'POST /r/export': { currentPasswd: '' },
    'DELETE /r/account': {},
    'PUT /r/updateuserrole': { userId: 1, userRole: 'kAdmin' },
    'PUT /r/creator_request': { userId: 1, granted: true },
    'POST /r/tokens': { name: 'Script', scope: 'read' },
  };

  it('ask a session that is older than ten minutes for a proof, and change nothing', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kSuperAdmin', password });
    await addTotp(gyan, token);
    await gyan.db.query(sql`
      update sessions set created_at = now() - interval '16 minutes', confirmed_at = null
      where user_id = ${userId}`);
    const { factorModelVec }: AnswerOf<'GET /r/factors'> = (await gyan.request('/r/factors', { token })).body;
    for (const [key, body] of Object.entries(sensitive)) {
      const [method = '', path = ''] = key.split(' ');
      const query = path === '/r/factor' ? `?factorId=${factorModelVec[0]?.factorId}` : '';
      const answer = await gyan.request(path + query, {
        method,
        token,
        ...(method === 'GET' ? {} : { body }),
      });
      expect([key, answer.body]).toMatchObject([key, { status: 403, code: 'reauth_required' }]);
    }
    expect((await gyan.request('/r/factors', { token })).body).toMatchObject({ factorModelVec });
  });

  it('change nothing for a session that ends while they wait', async () => {
    const requests: [string, string, object][] = [
      ['POST', '/r/totp', { name: 'Phone' }],
      ['POST', '/r/recovery_codes', {}],
      ['PUT', '/r/email', { emailId: 'late@example.org' }],
      ['PUT', '/r/updateuserpasswd', { passwd: 'a loud evening' }],
      ['DELETE', '/r/factor_reset', { currentPasswd: password }],
    ];
    for (const [method, path, body] of requests) {
      const { userId, token } = await protectedUser();
      const { answer } = await gyan.db.transaction(async (tx) => {
        await tx.query(sql`select from users where id = ${userId} for update`);
        const waiting = gyan.request(path, { method, token, body });
        await untilLocked(gyan.db);
        await tx.query(sql`delete from sessions where user_id = ${userId}`);
        return { answer: waiting };
      });
      expect([path, (await answer).status]).toEqual([path, 401]);
    }
  });

  it('are all that ask for it, and their passwords are not stored with an Idempotency-Key', () => {
    const asking = (Object.entries(calls) as [CallKey, Call][]).filter(([, { errors }]) =>
      errors?.includes('reauth_required'),
    );
    const known = [...Object.keys(sensitive), 'POST /r/reauthenticate'];
    expect(asking.map(([key]) => key).toSorted()).toEqual(known.toSorted());
    expect(asking.filter(([key, call]) => takesKey(key, call)).map(([key]) => key)).toEqual([]);
  });
});

describe('a sign-in from a new browser', () => {
  it('is reported once, and “This was not me” ends what it began', async () => {
    count += 1;
    const email = `known-${count}@example.org`;
    const { token: mine } = await gyan.signedIn({ email, password });
    const browser = new Browser(gyan);
    const login = async () => {
      const { authToken }: SignedIn = (await browser.post('/login', { emailId: email, password })).body;
      return authToken;
    };
    const theirs = await login();
    const sentEmail = await emailTo(gyan.db, email, 'new-browser');
    await login();
    expect((await emailsTo(gyan.db, email)).filter(({ kind }) => kind === 'new-browser')).toHaveLength(1);
    await addTotp(gyan, theirs);

    const notMe = () => gyan.request('/not_me', { method: 'POST', body: { t: sentEmail.token } });
    expect(await notMe()).toMatchObject({ status: 200, body: {} });
    for (const token of [mine, theirs]) expect((await gyan.request('/r/user', { token })).status).toBe(401);
    expect((await browser.post('/login', { emailId: email, password })).status).toBe(400);
    const { token: reqToken } = await emailTo(gyan.db, email, 'reset');
    const reset = { method: 'PUT', body: { reqToken, password: 'a loud evening' } };
    // The factor that the other person added is gone.
    expect((await browser.request('/resetpassword', reset)).body).toHaveProperty('authToken');
    expect(await notMe()).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
  });
});

describe('the e-mail about a new authenticator app', () => {
  it('removes the app, however long its set-up has taken', async () => {
    const { email, userId, token } = await protectedUser();
    const browser = new Browser(gyan);
    const begun: AnswerOf<'POST /r/totp'> = (await browser.post('/r/totp', { name: 'Theirs' }, token)).body;
    const { factorId, otpauthUrl } = begun;
    await gyan.db.query(sql`
      update factors set created_at = created_at - interval '1 minute' where user_id = ${userId}`);
    const confirmed = { factorId, code: codeOf(otpauthUrl) };
    expect((await browser.post('/r/totp_confirm', confirmed, token)).status).toBe(200);
    const sentEmail = (await emailsTo(gyan.db, email)).findLast(({ kind }) => kind === 'factor-changed');
    const answer = await gyan.request('/not_me', { method: 'POST', body: { t: sentEmail?.token } });
    expect(answer.status).toBe(200);
    const names = await gyan.db.query(sql`select name from factors where user_id = ${userId}`);
    expect(names, 'the owner’s own app stays').toEqual([{ name: 'Phone' }]);
  });

  it('is sent however many browsers have signed in before', async () => {
    count += 1;
    const email = `busy-${count}@example.org`;
    const { token } = await gyan.signedIn({ email, password });
    for (let browsers = 0; browsers < 12; browsers += 1) {
      await new Browser(gyan).post('/login', { emailId: email, password });
    }
    await addTotp(gyan, token);
    const kinds = (await emailsTo(gyan.db, email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'new-browser')).toHaveLength(10);
    expect(kinds).toContain('factor-changed');
  });
});

describe('an admin of a site that asks for a second factor', () => {
  it('can do what admins do once there is one', async () => {
    const strict = await startApp({ adminSecondFactor: true });
    const { token } = await strict.signedIn({ role: 'kAdmin' });
    expect(await strict.request('/r/getusers?role=kAdmin', { token })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    await addTotp(strict, token);
    expect((await strict.request('/r/getusers?role=kAdmin', { token })).status).toBe(200);
    await strict.close();
  });
});
