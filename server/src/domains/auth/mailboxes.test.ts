import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';
import { startGraph, type TestGraph } from '#test/graph.ts';
import { startOpenId, type TestOpenId } from '#test/openid.ts';

const password = 'quiet river';

let gyan: TestApp;
let graph: TestGraph;
let openId: TestOpenId;
beforeAll(async () => {
  graph = await startGraph();
  openId = await startOpenId();
  gyan = await startApp({
    facebook: { appId: graph.appId, appSecret: graph.appSecret, graphUrl: graph.url },
    google: { issuer: openId.issuer, clientId: openId.clientId, peopleUrl: openId.issuer },
    superAdminEmail: readConfig({ SUPER_ADMIN_EMAIL: 'boss@bücher.example' }).superAdminEmail,
  });
});
afterAll(async () => {
  await gyan.close();
  await graph.stop();
  await openId.stop();
});

const post = (path: string, body: object, token?: string) =>
  gyan.request(path, { method: 'POST', body, token });
const register = (emailID: string) =>
  post('/register', { firstName: 'Some', lastName: 'Body', emailID, password });

it('one mailbox has one account, however its domain is written', async () => {
  const canonical = 'asha@xn--bcher-kva.example';
  const spellings = ['asha@bücher.example', 'asha@BÜCHER.Example', 'asha@ｂücher。example', canonical];
  for (const email of spellings) expect((await register(email)).status).toBe(200);
  expect(await gyan.db.query(sql`select email from users where email like 'asha@%'`)).toEqual([
    { email: canonical },
  ]);
  const message = await emailTo(gyan.db, canonical, 'verify', { count: spellings.length });
  const { userModel }: AnswerOf<'POST /ve'> = (await post('/ve', { regToken: message.token })).body;
  const same = { userModel: { userId: userModel.userId, emailId: canonical } };
  for (const emailId of spellings)
    expect((await post('/login', { emailId, password })).body).toMatchObject(same);

  graph.tokens.set('asha', { person: { id: 'fb-asha', email: 'asha@Bücher.example' } });
  expect((await post('/flogin', { authToken: 'asha' })).body).toMatchObject(same);
  const googleJWT = await openId.sign({ sub: 'g-asha', email: 'asha@bücher.EXAMPLE' });
  expect((await post('/glogin', { googleJWT })).body).toMatchObject(same);

  await gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId: 'asha@ｂücher.example' } });
  await post('/feedback', { emailId: 'asha@bücher.example', feedback: 'Well done' });
  const otherUser = await gyan.signedIn({ email: 'stranger@bücher.example' });
  await post('/r/invite', { emailId: 'asha@bücher.example' }, otherUser.token);
  expect((await emailsTo(gyan.db, canonical)).at(-1)?.kind).toBe('connection-request');
  expect(await gyan.db.query(sql`select email from feedback`)).toEqual([{ email: canonical }]);

  const contacts = JSON.stringify([{ emailAddresses: spellings.map((value) => ({ value })) }]);
  const imported = await gyan.request('/r/import_google_contacts', {
    method: 'POST',
    token: otherUser.token,
    form: { google_contacts_data: contacts },
  });
  expect(imported.body).toEqual({ imported: 1 });
  const admin = await gyan.signedIn({ role: 'kAdmin' });
  const q = new URLSearchParams({ q: 'asha@bücher.example' });
  expect((await gyan.request(`/r/searchusers?${q.toString()}`, { token: admin.token })).body).toMatchObject({
    userModelVec: [{ userId: userModel.userId }],
  });
});

it('whoever owns the configured address is super admin, however its domain is written', async () => {
  await makeUser(gyan.db, { email: 'boss@xn--bcher-kva.example', password });
  expect((await post('/login', { emailId: 'boss@BÜCHER.example', password })).body).toMatchObject({
    userModel: { userRole: 'kSuperAdmin' },
  });
});

it.each([
  'a@[192.0.2.1].example',
  'a.b@[192.0.2.1]',
  'a@192.0.2.1',
  'a@exam\u00adple.org',
  'a\u200bb@example.org',
  'a@example.org\u202e',
  '\ufeffa@example.org',
  'a@example.org.',
])('nobody signs up, in or is invited as %j', async (email) => {
  const { token } = await gyan.signedIn();
  const answers = [
    await register(email),
    await post('/login', { emailId: email, password }),
    await gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId: email } }),
    await post('/r/invite', { emailId: email }, token),
    await post('/r/connreq', { receivingUserEmailId: email }, token),
  ];
  for (const { body } of answers) expect(body).toMatchObject({ status: 400, code: 'invalid_input' });
});
