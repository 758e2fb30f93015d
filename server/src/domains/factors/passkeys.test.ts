import type { SecondFactorNeeded } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { Authenticator } from '#test/authenticator.ts';
import { Browser } from '#test/browser.ts';

const publicUrl = 'https://gyan.example';
let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl });
});
afterAll(() => gyan.close());

const password = 'a quiet morning';
let count = 0;

async function withPasskey() {
  count += 1;
  const email = `passkey-${count}@example.org`;
  const { token } = await gyan.signedIn({ email, password });
  const key = new Authenticator(publicUrl);
  const browser = new Browser(gyan);
  const begun: AnswerOf<'POST /r/passkey_options'> = (await browser.post('/r/passkey_options', {}, token))
    .body;
  const body = { ticket: begun.ticket, response: key.register(begun.options), name: 'Laptop' };
  const answer = await browser.post('/r/passkey', body, token);
  expect(answer.status).toBe(200);
  const { factorModel }: AnswerOf<'POST /r/passkey'> = answer.body;
  return { email, token, key, factorId: factorModel.factorId, body };
}

const begin = async (browser: Browser, body: object = {}) => {
  const begun: AnswerOf<'POST /passkey_login_options'> = (await browser.post('/passkey_login_options', body))
    .body;
  return begun;
};

const signIn = async (browser: Browser, key: Authenticator) => {
  const { options, ticket } = await begin(browser);
  return browser.post('/passkey_login', { ticket, response: key.signIn(options) });
};

const invalid = { status: 400, body: { code: 'second_factor_invalid' } };

it('signs its owner in without a password, and each challenge works once', async () => {
  const { key, email } = await withPasskey();
  const browser = new Browser(gyan);
  const { options, ticket } = await begin(browser);
  const body = { ticket, response: key.signIn(options) };
  expect(await browser.post('/passkey_login', body)).toMatchObject({
    status: 200,
    body: { userModel: { emailId: email } },
  });
  expect(await browser.post('/passkey_login', body)).toMatchObject(invalid);
});

it('is the second factor after the password', async () => {
  const { key, email } = await withPasskey();
  const browser = new Browser(gyan);
  const login = await browser.post('/login', { emailId: email, password });
  const { secondFactor, ticket }: SecondFactorNeeded = login.body;
  expect(secondFactor).toEqual(['passkey']);
  const { options } = await begin(browser, { ticket });
  const response = key.signIn(options);
  const other = (await withPasskey()).key.signIn(options);
  const finish = (answer: object) =>
    browser.post('/login_second', { ticket, kind: 'passkey', response: answer });
  expect(await finish(other)).toMatchObject(invalid);
  expect((await finish(response)).status).toBe(200);
});

it('is refused once it is removed, or when a copy of it has counted on', async () => {
  const { key, token, factorId, body } = await withPasskey();
  const browser = new Browser(gyan);
  expect((await signIn(browser, key)).status).toBe(200);
  key.count = 0;
  expect(await signIn(browser, key)).toMatchObject(invalid);
  key.count = 10;
  expect((await signIn(browser, key)).status).toBe(200);
  expect(await browser.post('/r/passkey', body, token), 'the challenge is used').toMatchObject(invalid);
  expect((await gyan.request(`/r/factor?factorId=${factorId}`, { method: 'DELETE', token })).status).toBe(
    200,
  );
  expect(await signIn(browser, key)).toMatchObject(invalid);
});

it('confirms a session also if it asks for no PIN, and each request works once', async () => {
  const { key, token } = await withPasskey();
  const { token: other } = await withPasskey();
  key.verifiesUser = false;
  const browser = new Browser(gyan);
  const ask = async (of: string) => {
    const asked: AnswerOf<'POST /r/reauthenticate_options'> = (
      await browser.post('/r/reauthenticate_options', {}, of)
    ).body;
    return asked;
  };
  const { options, ticket } = await ask(token);
  const registered = key.signIn(options);
  expect(options).toMatchObject({
    allowCredentials: [{ id: registered.id }],
    userVerification: 'preferred',
  });
  const confirm = (body: object) => browser.post('/r/reauthenticate', { kind: 'passkey', ...body }, token);
  const ofOther = await ask(other);
  const foreign = { ticket: ofOther.ticket, response: key.signIn(ofOther.options) };
  expect(await confirm(foreign), 'the request of somebody else').toMatchObject(invalid);
  const alone = await begin(browser);
  const signIn = { ticket: alone.ticket, response: key.signIn(alone.options) };
  expect(await confirm(signIn), 'a request for a sign-in').toMatchObject(invalid);
  expect(await browser.post('/passkey_login', signIn), 'alone it needs a PIN').toMatchObject(invalid);
  const body = { ticket, response: key.signIn(options) };
  expect((await confirm(body)).status).toBe(200);
  expect(await confirm(body)).toMatchObject(invalid);
});
