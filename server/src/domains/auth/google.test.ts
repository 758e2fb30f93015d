import { createHash } from 'node:crypto';
import type { SecondFactorNeeded, SignedIn } from '@gyan/contract/auth.ts';
import { generateKeyPair, SignJWT } from 'jose';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { createLog } from '#deps.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { Browser } from '#test/browser.ts';
import { emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';
import { addTotp, codeOf, passHalfMinute } from '#test/factors.ts';
import { type OpenIdMode, startOpenId, type TestOpenId } from '#test/openid.ts';

let gyan: TestApp;
let openId: TestOpenId;
beforeAll(async () => {
  openId = await startOpenId();
  gyan = await startApp({ google: settingsOf(openId) });
});
afterAll(async () => {
  await gyan.close();
  await openId.stop();
});

const settingsOf = ({ issuer, clientId }: TestOpenId) => ({ issuer, clientId, peopleUrl: issuer });
const glogin = (googleJWT: string, nonce?: string) =>
  gyan.request('/glogin', { method: 'POST', body: { googleJWT, nonce } });
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

describe('a person Google vouches for', () => {
  it('gets an account, and the same one next time, whatever the address is by then', async () => {
    const picture = 'https://photos.example/g.jpg';
    const first = await glogin(
      await openId.sign({ sub: 'g-1', email: 'gita@example.org', picture }),
      undefined,
    );
    const { userModel, authToken }: SignedIn = first.body;
    expect(userModel).toMatchObject({
      emailId: 'gita@example.org',
      firstName: 'Some',
      lastName: 'One',
      emailVerified: true,
      hasPassword: false,
      socialProfilePhotoUrl: null,
      userRole: 'kRegular',
    });
    expect((await gyan.request('/r/user', { token: authToken })).status).toBe(200);
    const moved = await glogin(await openId.sign({ sub: 'g-1', email: 'gita-moved@example.org' }));
    expect(moved.body).toMatchObject({
      userModel: { userId: userModel.userId, emailId: 'gita@example.org' },
    });
  });

  it('joins the verified account of the same address and leaves its password', async () => {
    const email = 'has-account@example.org';
    const userId = await makeUser(gyan.db, { email, password: 'still works', firstName: 'Mine' });
    const joined = await glogin(await openId.sign({ sub: 'g-2', email: email.toUpperCase() }));
    expect(joined.body).toMatchObject({ userModel: { userId, firstName: 'Mine', hasPassword: true } });
    expect((await login(email, 'still works')).status).toBe(200);
  });

  it('joins a protected account with the second factor only', async () => {
    const email = 'protected@example.org';
    const { userId, token } = await gyan.signedIn({ email });
    const app = await addTotp(gyan, token);
    await passHalfMinute(gyan.db);
    const browser = new Browser(gyan);
    const identities = () => gyan.db.query(sql`select subject from identities where user_id = ${userId}`);
    const photos = () => gyan.db.query(sql`select social_photo_source from users where id = ${userId}`);
    const picture = 'https://lh3.googleusercontent.com/p.jpg';
    const begin = async () => {
      const googleJWT = await openId.sign({ sub: 'g-protected', email, picture });
      const begun: SecondFactorNeeded = (await browser.post('/glogin', { googleJWT })).body;
      return begun.ticket;
    };
    const finish = (ticket: string, response: string) =>
      browser.post('/login_second', { ticket, kind: 'totp', response });
    expect((await finish(await begin(), '000000x')).status).toBe(400);
    expect([await identities(), await photos()]).toEqual([[], [{ social_photo_source: null }]]);
    expect((await finish(await begin(), codeOf(app))).status).toBe(200);
    expect([await identities(), await photos()]).toEqual([
      [{ subject: 'g-protected' }],
      [{ social_photo_source: picture }],
    ]);
  });

  it('takes over an account that nobody has verified: its password, links and sessions end', async () => {
    const email = 'squatted@example.org';
    const body = { firstName: 'Squat', lastName: 'Ter', emailID: email, password: 'waiting for you' };
    await gyan.request('/register', { method: 'POST', body });
    const link = await emailTo(gyan.db, email, 'verify');
    const { authToken: theirs }: SignedIn = (await login(email, 'waiting for you')).body;
    const answer = await glogin(await openId.sign({ sub: 'g-3', email }));
    expect(answer.body).toMatchObject({
      userModel: { firstName: 'Some', emailVerified: true, hasPassword: false },
    });
    expect((await login(email, 'waiting for you')).status).toBe(400);
    expect((await gyan.request('/r/logout', { method: 'POST', token: theirs })).status).toBe(401);
    expect((await gyan.request('/ve', { method: 'POST', body: { regToken: link.token } })).status).toBe(400);
  });

  it('becomes one account when signing in twice at the same moment', async () => {
    const token = await openId.sign({ sub: 'g-4', email: 'twice@example.org' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => glogin(token)));
    const ids = answers.map(({ body }) => (body as SignedIn).userModel.userId);
    expect(new Set(ids).size).toBe(1);
  });

  it('brings names and pictures only as far as our own forms would let them in', async () => {
    const answer = await glogin(
      await openId.sign({
        sub: 'g-5',
        email: 'odd@example.org',
        given_name: `Odd\u0000\n${'x'.repeat(300)}`,
        family_name: 42,
        picture: 'javascript:alert(1)',
      }),
    );
    const { userModel }: SignedIn = answer.body;
    expect(userModel.firstName).toBe(`Odd ${'x'.repeat(96)}`);
    expect(userModel.lastName).toBeNull();
    expect(userModel.socialProfilePhotoUrl).toBeNull();
  });
});

describe('a token that is not right', () => {
  const cases: [string, () => Record<string, unknown>, string][] = [
    ['is for another client', () => ({ aud: 'somebody-else' }), 'Wrong audience'],
    ['is for nobody', () => ({ aud: undefined }), 'Wrong audience'],
    [
      'is for several and made for another',
      () => ({ aud: [openId.clientId, 'x'], azp: 'x' }),
      'Wrong audience',
    ],
    ['names nobody', () => ({ sub: undefined }), 'No sub claim in id_token'],
    ['names nobody in particular', () => ({ sub: '' }), 'No sub claim in id_token'],
    ['does not say when it was made', () => ({ iat: undefined }), 'No iat claim in id_token'],
    ['comes from another issuer', () => ({ iss: 'https://evil.example' }), 'Wrong issuer'],
    ['does not say where it comes from', () => ({ iss: undefined }), 'Wrong issuer'],
    ['ran out eleven minutes ago', () => ({ exp: minutesAgo(11) }), 'Token has expired'],
    ['never runs out', () => ({ exp: undefined }), 'Token has expired'],
    ['comes from the future', () => ({ iat: minutesAgo(-11), exp: minutesAgo(-20) }), 'Token has expired'],
    ['carries another nonce', () => ({ nonce: 'other' }), 'Wrong nonce'],
    ['carries no nonce', () => ({}), 'Wrong nonce'],
  ];

  it.each(cases)('is refused when it %s', async (_what, claims, detail) => {
    const token = await openId.sign({ sub: 'g-bad', email: 'bad@example.org', nonce: 'mine', ...claims() });
    const nonce = detail === 'Wrong nonce' ? 'mine-not' : 'mine';
    const answer = await glogin(token, nonce);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials', detail }]);
    expect(await gyan.db.query(sql`select 1 from users where email = 'bad@example.org'`)).toEqual([]);
  });

  it('is accepted nine minutes after it ran out, and with the right nonce', async () => {
    const token = await openId.sign({
      sub: 'g-6',
      email: 'late@example.org',
      exp: minutesAgo(9),
      nonce: 'mine',
    });
    expect((await glogin(token, 'mine')).status).toBe(200);
  });

  describe('beside an access token', () => {
    const accessToken = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';
    const halfHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);
    const sent = async (claims: Record<string, unknown>) => {
      const googleJWT = await openId.sign({ sub: 'g-8', email: 'beside@example.org', ...claims });
      return gyan.request('/glogin', { method: 'POST', body: { googleJWT, accessToken } });
    };

    it.each([
      ['does not name it', () => ({}), 'An at_hash is needed'],
      ['names another', () => ({ at_hash: halfHash('another').toString('base64url') }), 'Wrong at_hash'],
      [
        'names it in another way',
        () => ({ at_hash: halfHash(accessToken).toString('hex') }),
        'Wrong at_hash',
      ],
    ])('is refused when it %s', async (_what, claims, detail) => {
      const answer = await sent(claims());
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials', detail }]);
    });

    it('is accepted when it names it', async () => {
      // The example pair of the OpenID Connect specification.
      const named = '77QmUPtjPfzWtF2AnpK9RQ';
      expect(halfHash(accessToken).toString('base64url')).toBe(named);
      expect((await sent({ at_hash: named })).status).toBe(200);
    });
  });

  it('leaves the status and the answer in the log when it is refused', async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
    const app = await buildApp({ ...gyan.deps, log }, { pages: false });
    const googleJWT = await openId.sign({ aud: 'another' });
    await app.inject({ method: 'POST', url: '/api/v1/glogin', payload: { googleJWT } });
    await app.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { by: 'google', status: 400, body: { code: 'invalid_credentials', detail: 'Wrong audience' } },
    ]);
    expect(lines.join()).not.toContain(googleJWT);
  });

  it('is refused when somebody else has signed it, or nobody', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const [, claims = ''] = (await openId.sign({ email: 'bad@example.org' })).split('.');
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const foreign = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(privateKey);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    const secret = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid: 'test' })
      .sign(Buffer.from('the public key, mistaken for a secret'));
    for (const token of [foreign, none, secret, 'not.a.token', 'nonsense']) {
      const answer = await glogin(token);
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
    }
    expect(await gyan.db.query(sql`select 1 from users where email = 'bad@example.org'`)).toEqual([]);
  });

  it.each([
    ['not verified', { email_verified: false }],
    ['said to be verified only in words', { email_verified: 'true' }],
    ['missing', { email: undefined }],
  ])('makes no account and no link when the address is %s', async (_what, claims) => {
    const email = 'unproven@example.org';
    const before = await makeOnce(email);
    const answer = await glogin(await openId.sign({ sub: 'g-7', email, ...claims }));
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
    expect(
      await gyan.db.query(sql`select 1 from identities where user_id = ${before} or subject = 'g-7'`),
    ).toEqual([]);
  });
});

describe('a provider that is out of order', () => {
  it.each<OpenIdMode>(['down', 'slow', 'moved', 'huge', 'foreign', 'garbled', 'keyless'])(
    'gets 503 within seconds when it is %s, and works again afterwards',
    async (mode) => {
      const provider = await startOpenId();
      const other = await startApp({ google: settingsOf(provider) });
      const signIn = async () =>
        other.request('/glogin', { method: 'POST', body: { googleJWT: await provider.sign() } });
      provider.mode = mode;
      const began = Date.now();
      const answer = await signIn();
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
      expect(Date.now() - began).toBeLessThan(5_000);
      provider.mode = 'well';
      expect((await signIn()).status).toBe(200);
      await other.close();
      await provider.stop();
    },
  );

  it('is asked for its keys once, not for every sign-in', async () => {
    await glogin(await openId.sign({ sub: 'g-8', email: 'eight@example.org' }));
    const before = openId.requests;
    await Promise.all(
      Array.from({ length: 5 }, async () =>
        glogin(await openId.sign({ sub: 'g-8', email: 'eight@example.org' })),
      ),
    );
    expect(openId.requests).toBe(before);
  });
});

it('says that it is not set up where it is not', async () => {
  const plain = await startApp({ demo: false });
  const answer = await plain.request('/glogin', { method: 'POST', body: { googleJWT: 'x' } });
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'google_not_configured' }]);
  await plain.close();
});

function login(emailId: string, password: string) {
  return gyan.request('/login', { method: 'POST', body: { emailId, password } });
}

async function makeOnce(email: string): Promise<number> {
  const [row] = await gyan.db.query<{ id: number }>(sql`select id from users where email = ${email}`);
  return row?.id ?? (await makeUser(gyan.db, { email }));
}
