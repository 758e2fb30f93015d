import type { SecondFactorNeeded } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { Browser } from '#test/browser.ts';
import { emailsTo } from '#test/emails.ts';
import { addTotp, codeOf, makeRecoveryCodes, makeResetLink, passHalfMinute } from '#test/factors.ts';
import { endAllLostFactors } from './lost-factors.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

const password = 'a loud evening';
let count = 0;

/** A user with an app, whose factors were reported as lost by a reader of the mailbox. */
async function reportedAsLost() {
  count += 1;
  const email = `lost-${count}@example.org`;
  const { userId, token: before } = await gyan.signedIn({ email, password: 'a quiet morning' });
  const app = await addTotp(gyan, before);
  const [code = ''] = await makeRecoveryCodes(gyan, before);
  await passHalfMinute(gyan.db);
  const report = async () => {
    const browser = new Browser(gyan);
    const body = { reqToken: await makeResetLink(gyan.db, userId), password };
    const reset = await browser.request('/resetpassword', { method: 'PUT', body });
    const { ticket }: SecondFactorNeeded = reset.body;
    const reported = await browser.post('/factor_reset', { ticket });
    expect(reported.status).toBe(200);
    const { endsAt }: AnswerOf<'POST /factor_reset'> = reported.body;
    return endsAt;
  };
  const firstEnd = await report();
  const signIn = async (proof: object) => {
    const browser = new Browser(gyan);
    const { ticket }: SecondFactorNeeded = (await browser.post('/login', { emailId: email, password })).body;
    const second = await browser.post('/login_second', { ticket, ...proof });
    return (second.body as { authToken?: string }).authToken;
  };
  const token = (await signIn({ kind: 'totp', response: codeOf(app) })) ?? '';
  await passHalfMinute(gyan.db);
  return { email, userId, token, app, code, report, firstEnd, signIn };
}

const stop = (token: string, body: object) =>
  gyan.request('/r/factor_reset', { method: 'DELETE', token, body });
const factorsOf = async (token: string) => {
  const factors: AnswerOf<'GET /r/factors'> = (await gyan.request('/r/factors', { token })).body;
  return factors;
};

async function pass72Hours(userId: number) {
  await gyan.db.query(sql`update factor_resets set ends_at = now() where user_id = ${userId}`);
}

it('can be stopped by their owner with the password, not by a session alone', async () => {
  const { email, userId, token } = await reportedAsLost();
  expect((await factorsOf(token)).factorsEndAt).toBeGreaterThan(0);
  for (const body of [{}, { currentPasswd: 'not this one' }]) {
    expect(await stop(token, body)).toMatchObject({ status: 403, body: { code: 'reauth_required' } });
  }
  expect((await factorsOf(token)).factorsEndAt).toBeGreaterThan(0);
  const stopped = await stop(token, { currentPasswd: password });
  expect(stopped).toMatchObject({ status: 200, body: { factorModelVec: [{ name: 'Phone' }] } });
  expect(stopped.body).not.toHaveProperty('factorsEndAt');
  expect((await stop(token, { currentPasswd: password })).body, 'again').toEqual(stopped.body);
  const told = (await emailsTo(gyan.db, email)).filter(({ text }) => text.includes('was stopped'));
  expect(told).toHaveLength(1);
  await pass72Hours(userId);
  await endAllLostFactors({ db: gyan.db, config: gyan.deps.config });
  expect((await factorsOf(token)).factorModelVec).toHaveLength(1);
});

it('end after the waiting time, and factors that were added since stay', async () => {
  const { userId, token, app, code, signIn } = await reportedAsLost();
  const added = await addTotp(gyan, token);
  const [newCode = ''] = await makeRecoveryCodes(gyan, token);
  await passHalfMinute(gyan.db);
  await pass72Hours(userId);
  expect(await signIn({ kind: 'totp', response: codeOf(app) }), 'the lost one').toBeUndefined();
  expect(await signIn({ kind: 'recovery', response: code })).toBeUndefined();
  expect(await signIn({ kind: 'totp', response: codeOf(added) })).toBeDefined();
  expect(await signIn({ kind: 'recovery', response: newCode })).toBeDefined();
});

it('end at the same time if they are reported again, and later if one was added in between', async () => {
  const { token, report, firstEnd, app, signIn } = await reportedAsLost();
  expect(await report()).toBe(firstEnd);
  expect((await gyan.request('/r/factors', { token })).status, 'ended by the new password').toBe(401);
  await addTotp(gyan, (await signIn({ kind: 'totp', response: codeOf(app) })) ?? '');
  expect(await report()).toBeGreaterThan(firstEnd);
});
