import type { SignedIn } from '@gyan/contract/auth.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { closeDeps, type Deps, openDeps } from '#deps.ts';
import { sendReset } from '#domains/auth/reset.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { demoPassword } from '../../../../demo/people.ts';

/** The same database first with the demo, then without it. */
let demo: TestApp;
let after: { url: string; deps: Deps; close(): Promise<void> };
let token: string;
let resetToken: string;

const email = 'asha@gyan.example';

beforeAll(async () => {
  demo = await startApp({ demo: true });
  await makeUser(demo.db, { email, password: demoPassword, role: 'kSuperAdmin', isDemo: true });
  await makeUser(demo.db, { email: 'member@example.org', password: demoPassword });
  token = await signIn(demo.url, email);
  await sendReset(demo.deps, email);
  const [message] = await demo.db.query<{ text: string }>(
    sql`select text from mail_outbox where kind = 'reset'`,
  );
  resetToken = /rpt=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
  const deps = await openDeps({ ...demo.deps.config, demo: false }, demo.deps.databaseUrl);
  const app = await buildApp(deps, { pages: false });
  after = {
    deps,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close();
      await closeDeps(deps);
    },
  };
});
afterAll(async () => {
  await after.close();
  await demo.close();
});

const send = (url: string, method: string, path: string, body?: object, bearer?: string) =>
  fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function signIn(url: string, emailId: string): Promise<string> {
  const answer = await send(url, 'POST', '/login', { emailId, password: demoPassword });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as SignedIn).authToken;
}

it('does not let a demo person sign in with the published password when the demo is off', async () => {
  const answer = await send(after.url, 'POST', '/login', { emailId: email, password: demoPassword });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_credentials' });
  await signIn(after.url, 'member@example.org');
});

it('ends what a demo person has open when the demo goes off', async () => {
  expect((await send(demo.url, 'GET', '/r/user', undefined, token)).status).toBe(200);
  expect((await send(after.url, 'GET', '/r/user', undefined, token)).status).toBe(401);
  expect((await send(after.url, 'GET', '/r/feed', undefined, token)).status).toBe(401);
});

it('does not let a demo person in by a reset link when the demo is off, and leaves the password', async () => {
  const body = { reqToken: resetToken, password: 'another long password' };
  expect((await send(after.url, 'PUT', '/resetpassword', body)).status).toBe(400);
  await signIn(demo.url, email);
});

it('has no stand-in for Google and no mailbox when the demo is off', async () => {
  expect((await send(after.url, 'POST', '/glogin', { googleJWT: 'a.b.c' })).status).toBe(503);
  for (const path of [
    '/demo/mailbox',
    '/demo/openid/auth',
    '/demo/openid/.well-known/openid-configuration',
  ]) {
    expect((await fetch(after.url + path)).status).toBe(404);
  }
});
