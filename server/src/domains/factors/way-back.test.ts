import type { SignInAnswer } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { Browser } from '#test/browser.ts';
import { emailsTo } from '#test/emails.ts';
import { addTotp, codeOf, makeRecoveryCodes, makeResetLink, passHalfMinute } from '#test/factors.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

/** What the owner still has, besides the mailbox. */
interface Owner {
  email: string;
  userId: number;
  browser: Browser;
  /** Undefined while signed out. */
  token: string | undefined;
  /** Undefined if it is forgotten. */
  password: string | undefined;
  /** Addresses of authenticator apps that are not lost. */
  apps: string[];
  codes: string[];
}

let count = 0;
const newPassword = () => `password number ${(count += 1)}`;

async function newOwner(): Promise<Owner> {
  const password = newPassword();
  const email = `owner-${count}@example.org`;
  const { userId, token } = await gyan.signedIn({ email, password });
  return { email, userId, token, password, browser: new Browser(gyan), apps: [], codes: [] };
}

/** Goes on with an app or a recovery code that the owner has; undefined if there is none that works. */
async function finish(owner: Owner, answer: SignInAnswer): Promise<string | undefined> {
  if ('authToken' in answer) return answer.authToken;
  await passHalfMinute(gyan.db);
  const proofs = [
    ...owner.apps.map((app) => ({ kind: 'totp', response: codeOf(app) })),
    ...owner.codes.splice(0, 1).map((code) => ({ kind: 'recovery', response: code })),
  ];
  for (const proof of proofs) {
    const second = await owner.browser.post('/login_second', { ticket: answer.ticket, ...proof });
    if (second.status === 200) return (second.body as { authToken: string }).authToken;
  }
  return undefined;
}

async function signIn(owner: Owner): Promise<string | undefined> {
  if (owner.password === undefined) return undefined;
  const answer = await owner.browser.post('/login', { emailId: owner.email, password: owner.password });
  return answer.status === 200 ? finish(owner, answer.body) : undefined;
}

async function resetPassword(owner: Owner): Promise<SignInAnswer> {
  owner.password = newPassword();
  const reqToken = await makeResetLink(gyan.db, owner.userId);
  const body = { reqToken, password: owner.password };
  const answer = await owner.browser.request('/resetpassword', { method: 'PUT', body });
  expect(answer.status).toBe(200);
  return answer.body;
}

const pass72Hours = () => gyan.db.query(sql`update factor_resets set ends_at = now()`);

const steps: Record<string, (owner: Owner) => Promise<void>> = {
  async 'adds an app'(owner) {
    if (owner.token) owner.apps.push(await addTotp(gyan, owner.token));
  },
  async 'removes a factor'(owner) {
    if (!owner.token) return;
    const { token } = owner;
    const { factorModelVec }: AnswerOf<'GET /r/factors'> = (await gyan.request('/r/factors', { token })).body;
    const [factor] = factorModelVec;
    if (factor) await gyan.request(`/r/factor?factorId=${factor.factorId}`, { method: 'DELETE', token });
  },
  async 'makes recovery codes'(owner) {
    if (owner.token) owner.codes = await makeRecoveryCodes(gyan, owner.token);
  },
  async 'loses the phone'(owner) {
    owner.apps = [];
  },
  async 'loses the codes'(owner) {
    owner.codes = [];
  },
  async 'forgets the password'(owner) {
    owner.password = undefined;
  },
  async 'signs out'(owner) {
    owner.token = undefined;
  },
  async 'signs in'(owner) {
    owner.token = (await signIn(owner)) ?? owner.token;
  },
  async 'sets a new password by e-mail'(owner) {
    owner.token = await finish(owner, await resetPassword(owner));
  },
  async 'reports lost factors'(owner) {
    const answer = await resetPassword(owner);
    owner.token = 'authToken' in answer ? answer.authToken : undefined;
    if ('ticket' in answer) await owner.browser.post('/factor_reset', { ticket: answer.ticket });
  },
  async waits() {
    await pass72Hours();
  },
  async 'presses “This was not me”'(owner) {
    const letter = (await emailsTo(gyan.db, owner.email)).findLast(({ text }) => text.includes('/nm?t='));
    if (!letter) return;
    const answer = await gyan.request('/not_me', { method: 'POST', body: { t: letter.token } });
    if (answer.status === 200) owner.token = undefined;
  },
};

/** The ways back, in the order in which their owner would try them. */
async function comeBack(owner: Owner): Promise<string | undefined> {
  const byPassword = await signIn(owner);
  if (byPassword) return byPassword;
  const answer = await resetPassword(owner);
  const byEmail = await finish(owner, answer);
  if (byEmail) return byEmail;
  const again = await resetPassword(owner);
  if ('authToken' in again) return again.authToken;
  const begun = await owner.browser.post('/factor_reset', { ticket: again.ticket });
  expect(begun.status).toBe(200);
  // The mailbox alone is not enough before the waiting time is over.
  expect(await resetPassword(owner)).toHaveProperty('ticket');
  await pass72Hours();
  return signIn(owner);
}

it('no order of steps locks the owner of the mailbox out', async () => {
  const anySteps = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(anySteps, async (names) => {
      const owner = await newOwner();
      for (const name of names) await steps[name]?.(owner);
      const token = await comeBack(owner);
      expect((await gyan.request('/r/factors', { token })).status).toBe(200);
    }),
    { numRuns: 20 },
  );
}, 120_000);
