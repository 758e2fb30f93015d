import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@gyan/contract/auth.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { closeDeps, type Deps, openDeps } from '#deps.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { newPkce, openIdBrowser } from '#test/openid.ts';
import { demoKeys } from './demo-keys.ts';

/** A local browser and two server processes that share only the database. */
let gyan: TestApp;
let linkKey: string;
let second: { url: string; close(): Promise<void> };
const publicUrl = 'http://localhost:3000';
const issuer = `${publicUrl}/demo/openid`;
const redirectUri = `${publicUrl}/login`;

beforeAll(async () => {
  gyan = await startApp({ demo: true, publicUrl });
  second = await startSecond(gyan.deps);
  ({ linkKey } = await demoKeys(gyan.db).read());
});
afterAll(async () => {
  await second.close();
  await gyan.close();
});

it('publishes a provider that offers nothing but the code flow with PKCE', async () => {
  const { body }: { body: Record<string, unknown> } = await gyan.request(
    '/demo/openid/.well-known/openid-configuration',
  );
  expect(body).toMatchObject({
    issuer,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code'],
  });
});

it('lets somebody choose a demo person and signs them in, whichever process answers', async () => {
  const nonce = randomBytes(34).toString('base64url').slice(0, 45);
  const { idToken, accessToken } = await signInAs('meera', nonce);
  expect(decodeJwt(idToken)).toMatchObject({
    iss: issuer,
    aud: 'gyan-demo',
    sub: 'meera',
    email: 'meera@gyan.example',
    email_verified: true,
    nonce,
  });

  const answer = await gyan.request('/glogin', {
    method: 'POST',
    body: { googleJWT: idToken, nonce, accessToken },
  });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const { userModel }: SignedIn = answer.body;
  expect(userModel).toMatchObject({ emailId: 'meera@gyan.example', emailVerified: true, firstName: 'Meera' });
});

it('asks again the next time, so that one can be somebody else', async () => {
  const browser = await browserWithKey();
  const first = decodeJwt((await signInAs('kofi', 'n1', browser)).idToken);
  const next = decodeJwt((await signInAs('lin', 'n2', browser)).idToken);
  expect([first.sub, next.sub]).toEqual(['kofi', 'lin']);
});

it('shows a page with a strict policy and a button for everybody', async () => {
  const { response } = await (await browserWithKey()).follow(
    authorizeUrl('n', newPkce().challenge),
    redirectUri,
  );
  const page = (await response?.text()) ?? '';
  expect(page).toContain('Choose who you are');
  expect(page.match(/<button name="person" value="\w+"/g)?.length).toBeGreaterThanOrEqual(8);
  expect(response?.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(page).not.toMatch(/<script|style=/);
  expect((await gyan.request('/demo/openid/style.css')).headers.get('content-type')).toContain('text/css');
});

it('goes back without a code when nobody is chosen', async () => {
  const { back } = await choose('', 'n', newPkce().challenge);
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.has('code')).toBe(false);
});

it('gives no token for a code without its verifier, nor for a code used before', async () => {
  const { verifier, challenge } = newPkce();
  const { back } = await choose('asha', 'n', challenge);
  const code = back.searchParams.get('code') ?? '';
  expect((await redeem(code, newPkce().verifier)).status).toBe(400);
  const again = await choose('asha', 'n', challenge);
  const fresh = again.back.searchParams.get('code') ?? '';
  expect((await redeem(fresh, verifier)).status).toBe(200);
  expect((await redeem(fresh, verifier)).status).toBe(400);
});

it('tells somebody without the key of the start how to get it, and lets nobody be chosen', async () => {
  const url = authorizeUrl('n', newPkce().challenge);
  const visits = [url, `${gyan.url}/demo/openid/interaction/made-up`, `${gyan.url}/demo/openid/jwks`];
  for (const visit of visits) {
    const answer = await fetch(visit, { redirect: 'manual', headers: { cookie: 'demo-key=made-up' } });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Open the demo link first');
  }
  const keyless = openIdBrowser();
  const { url: chooser } = await (await browserWithKey()).follow(url, redirectUri);
  const post = { method: 'POST', body: new URLSearchParams({ person: 'asha' }) };
  expect((await keyless.go(chooser, post)).status).toBe(403);
  expect((await fetch(`${gyan.url}/demo/openid/token`, { method: 'POST' })).status).toBe(403);
  expect((await gyan.request('/demo/openid/.well-known/openid-configuration')).status).toBe(200);
});

it('is opened by its own link where there is no mailbox', async () => {
  const answer = await gyan.request(`/demo/openid?key=${linkKey}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/demo/openid']);
  const again = await gyan.request('/demo/openid', { headers: { cookie: keyCookie() } });
  expect([again.status, again.headers.get('location')]).toEqual([303, '/login']);
});

it('does not exist where Google is configured, or outside a demo', async () => {
  const real = await startApp({
    demo: true,
    google: { issuer: 'https://accounts.google.com', clientId: 'x', peopleUrl: 'https://people.example' },
  });
  const plain = await startApp({ demo: false });
  const url = '/demo/openid/.well-known/openid-configuration';
  expect([(await real.request(url)).status, (await plain.request(url)).status]).toEqual([404, 404]);
  await Promise.all([real.close(), plain.close()]);
});

it('shows the contacts of who has agreed to it, a page at a time, and of nobody else', async () => {
  const scopes = ['contacts.readonly', 'contacts.other.readonly'].map(
    (s) => `https://www.googleapis.com/auth/${s}`,
  );
  const { accessToken } = await signInAs('arjun', 'n', undefined, `openid ${scopes.join(' ')}`);
  const people = (path: string, token = accessToken) =>
    gyan.request(`/demo/people/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  const first: { connections: object[]; nextPageToken: string; totalItems: number } = (
    await people('people/me/connections?personFields=names,emailAddresses&pageSize=4')
  ).body;
  expect(first).toMatchObject({ nextPageToken: '4', totalItems: 10 });
  expect(first.connections).toHaveLength(4);
  expect(first.connections[3]).toEqual({
    names: [{ givenName: 'Nadia', familyName: 'Benali', displayName: 'Nadia Benali' }],
    emailAddresses: [{ value: 'nadia.benali@example.com' }],
  });
  const rest: { connections: object[]; nextPageToken?: string } = (
    await people('people/me/connections?personFields=names&pageSize=1000&pageToken=4')
  ).body;
  expect([rest.connections.length, rest.nextPageToken]).toEqual([6, undefined]);
  expect((await people('otherContacts?readMask=names,emailAddresses')).body).toMatchObject({ totalSize: 2 });

  const plain = await signInAs('arjun', 'n');
  expect((await people('otherContacts', plain.accessToken)).status).toBe(403);
  expect((await people('otherContacts', 'made-up')).status).toBe(401);
});

it('trusts no token that others have signed', async () => {
  const { idToken } = await signInAs('asha', 'n');
  const [head, , signature] = idToken.split('.');
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(idToken), email: 'victim@example.org' }));
  const forged = [head, claims.toString('base64url'), signature].join('.');
  const answer = await gyan.request('/glogin', { method: 'POST', body: { googleJWT: forged } });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
});

function authorizeUrl(nonce: string, challenge: string, scope = 'openid profile email'): string {
  const query = new URLSearchParams({
    client_id: 'gyan-demo',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 'the-state',
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return `${gyan.url}/demo/openid/auth?${query.toString()}`;
}

type Browser = ReturnType<typeof openIdBrowser>;

/** A browser that has opened the link with the demo's key. */
async function browserWithKey(): Promise<Browser> {
  const browser = openIdBrowser();
  await browser.go(`${gyan.url}/demo/mailbox?key=${linkKey}`);
  return browser;
}

const keyCookie = () => `demo-key=${linkKey}`;

/** Alternates between the two processes. */
async function choose(person: string, nonce: string, challenge: string, using?: Browser, scope?: string) {
  const browser = using ?? (await browserWithKey());
  const { url } = await browser.follow(authorizeUrl(nonce, challenge, scope), redirectUri);
  const chosen = await browser.go(url.replace(gyan.url, second.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ person }),
  });
  expect(chosen.status).toBe(303);
  const end = await browser.follow(String(chosen.headers.get('location')), redirectUri);
  const back = new URL(end.url);
  expect(back.searchParams.get('state')).toBe('the-state');
  return { back };
}

function redeem(code: string, verifier: string): Promise<Response> {
  // Like a browser on a page of the app: with its cookies, without the header that API calls have.
  return fetch(`${second.url}/demo/openid/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `XSRF-TOKEN=abc; ${keyCookie()}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'gyan-demo',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
}

async function signInAs(person: string, nonce: string, browser?: Browser, scope?: string) {
  const { verifier, challenge } = newPkce();
  const { back } = await choose(person, nonce, challenge, browser, scope);
  const answer = await redeem(back.searchParams.get('code') ?? '', verifier);
  const tokens = (await answer.json()) as { id_token: string; access_token: string };
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}

async function startSecond({ config, databaseUrl }: Deps) {
  const deps = await openDeps(config, databaseUrl);
  const app = await buildApp(deps, { pages: false });
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close();
      await closeDeps(deps);
    },
  };
}
