import type { SignedIn } from '@gyan/contract/auth.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { type GraphMode, startGraph, type TestGraph } from '#test/graph.ts';

let gyan: TestApp;
let graph: TestGraph;
beforeAll(async () => {
  graph = await startGraph();
  gyan = await startApp({
    facebook: { appId: graph.appId, appSecret: graph.appSecret, graphUrl: graph.url },
  });
});
beforeEach(() => {
  graph.mode = 'well';
});
afterAll(async () => {
  await gyan.close();
  await graph.stop();
});

const flogin = (authToken: string, more: object = {}) =>
  gyan.request('/flogin', { method: 'POST', body: { authToken, ...more } });

const accountsOf = async (email: string) =>
  gyan.db.query<{ id: number }>(sql`select id from users where lower(email) = lower(${email})`);

it('makes an account of what Facebook says, and of nothing the browser says', async () => {
  const picture = { data: { url: 'https://photos.example/me.jpg' } };
  const person = { id: 'fb-1', first_name: 'Frida', last_name: 'Bo', email: 'frida@example.org', picture };
  graph.tokens.set('good', { person });
  const answer = await flogin('good', { email: 'victim@example.org', firstName: 'Mallory' });
  const { userModel }: SignedIn = answer.body;
  expect(userModel).toMatchObject({
    emailId: 'frida@example.org',
    firstName: 'Frida',
    lastName: 'Bo',
    emailVerified: true,
    hasPassword: false,
    socialProfilePhotoUrl: null,
  });
  expect(await accountsOf('victim@example.org')).toEqual([]);
  const again: SignedIn = (await flogin('good')).body;
  expect(again.userModel.userId).toBe(userModel.userId);
});

it('joins the verified account of the same address', async () => {
  const email = 'joined@example.org';
  const userId = await makeUser(gyan.db, { email, password: 'still works' });
  graph.tokens.set('join', { person: { id: 'fb-2', email: 'Joined@Example.org' } });
  expect((await flogin('join')).body).toMatchObject({ userModel: { userId } });
  const login = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: email, password: 'still works' },
  });
  expect(login.status).toBe(200);
});

it.each([
  ['unknown to Facebook', 'nonsense', undefined],
  ['made for another app', 'other-app', { person: { id: 'fb-3', email: 'a@example.org' }, appId: '999' }],
  ['no longer valid', 'stale', { person: { id: 'fb-4', email: 'a@example.org' }, valid: false }],
  ['of somebody else', 'swapped', { person: { id: 'fb-5', email: 'a@example.org' }, owner: 'fb-6' }],
])('refuses a token that is %s', async (_what, name, token) => {
  if (token) graph.tokens.set(name, token);
  const answer = await flogin(name);
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
  expect(await accountsOf('a@example.org')).toEqual([]);
});

it.each([undefined, '', 'no address'])('makes no account without an address (%j)', async (email) => {
  graph.tokens.set('nameless', {
    person: { id: 'fb-7', first_name: 'No', ...(email === undefined ? {} : { email }) },
  });
  const answer = await flogin('nameless');
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_credentials' }]);
  const rows = await gyan.db.query(sql`select 1 from identities where subject = 'fb-7'`);
  expect(rows).toEqual([]);
});

it('refuses what cannot be a token without asking Facebook, which would choke on it', async () => {
  for (const token of ['ä'.repeat(16_000), 'x'.repeat(16_000), 'two words']) {
    expect((await flogin(token)).body).toMatchObject({ status: 400, code: 'invalid_credentials' });
  }
});

it('copies the photo that Facebook names, from an allowed host only', async () => {
  const sourceOf = async (email: string) =>
    gyan.db.query(sql`select social_photo_source as source from users where email = ${email}`);
  for (const [name, url, source] of [
    ['cdn', 'https://scontent-a.xx.fbcdn.net/me.jpg', 'https://scontent-a.xx.fbcdn.net/me.jpg'],
    ['plain', 'http://scontent-a.xx.fbcdn.net/me.jpg', null],
    ['foreign', 'https://photos.example/me.jpg', null],
  ] as const) {
    const email = `${name}@example.org`;
    graph.tokens.set(name, { person: { id: `fb-${name}`, email, picture: { data: { url } } } });
    const { userModel }: SignedIn = (await flogin(name)).body;
    expect(userModel.socialProfilePhotoUrl).toBeNull();
    expect(await sourceOf(email)).toEqual([{ source }]);
  }
});

it.each<GraphMode>(['down', 'slow', 'trickle', 'moved', 'huge', 'garbled'])(
  'says within seconds that Facebook cannot be reached when it is %s',
  async (mode) => {
    graph.tokens.set('good-too', { person: { id: 'fb-9', email: 'down@example.org' } });
    graph.mode = mode;
    const began = Date.now();
    const answer = await flogin('good-too');
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(Date.now() - began).toBeLessThan(8_000);
    expect(await accountsOf('down@example.org')).toEqual([]);
  },
);

it('says that it is not set up where it is not', async () => {
  const plain = await startApp();
  const answer = await plain.request('/flogin', { method: 'POST', body: { authToken: 'x' } });
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'facebook_not_configured' }]);
  await plain.close();
});
