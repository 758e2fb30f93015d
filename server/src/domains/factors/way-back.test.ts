import type { SignedIn, SignInAnswer } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { Authenticator } from '#test/authenticator.ts';
import { Browser } from '#test/browser.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { addTotp, codeOf, makeRecoveryCodes, makeResetLink, passHalfMinute } from '#test/factors.ts';

const publicUrl = 'https://gyan.example';
let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl });
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
  passkeys: Authenticator[];
  codes: string[];
}

let count = 0;
const newPassword = () => `password number ${(count += 1)}`;

async function newOwner(): Promise<Owner> {
  const password = newPassword();
  const email = `owner-${count}@example.org`;
  const { userId, token } = await gyan.signedIn({ email, password });
  return { email, userId, token, password, browser: new Browser(gyan), apps: [], passkeys: [], codes: [] };
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
  for (const passkey of owner.passkeys) {
    const { ticket } = answer;
    const asked = await owner.browser.post('/passkey_login_options', { ticket });
    // The tries of this ticket may be used up.
    if (asked.status !== 200) return undefined;
    const { options }: AnswerOf<'POST /passkey_login_options'> = asked.body;
    const proof = { ticket, kind: 'passkey', response: passkey.signIn(options) };
    const second = await owner.browser.post('/login_second', proof);
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

const listResets = (userId: number) =>
  gyan.db.query(sql`select requested_at, ends_at from factor_resets where user_id = ${userId}`);
const pass72Hours = () => gyan.db.query(sql`update factor_resets set ends_at = now()`);

const steps: Record<string, (owner: Owner) => Promise<void>> = {
  async 'adds an app'(owner) {
    if (owner.token) owner.apps.push(await addTotp(gyan, owner.token));
  },
  async 'adds a passkey'({ token, browser, passkeys }) {
    if (!token) return;
    const begun: AnswerOf<'POST /r/passkey_options'> = (await browser.post('/r/passkey_options', {}, token))
      .body;
    const passkey = new Authenticator(publicUrl);
    const body = { ticket: begun.ticket, response: passkey.register(begun.options), name: 'Key' };
    expect((await browser.post('/r/passkey', body, token)).status).toBe(200);
    passkeys.push(passkey);
  },
  async 'changes the address'(owner) {
    if (!owner.token) return;
    const { token, email } = owner;
    const emailId = `owner-${(count += 1)}@example.org`;
    await gyan.request('/r/email', { method: 'PUT', token, body: { emailId } });
    for (const [address, kind] of [
      [email, 'leave-address'],
      [emailId, 'new-address'],
    ] as const) {
      const { token: t } = await emailTo(gyan.db, address, kind);
      expect((await gyan.request('/email_confirm', { method: 'POST', body: { t } })).status).toBe(200);
    }
    owner.email = emailId;
  },
  /** Without a factor of the owner the password is enough for that. */
  async 'is robbed of the password by somebody who adds an app'({ email, password }) {
    if (password === undefined) return;
    const answer = await new Browser(gyan).post('/login', { emailId: email, password });
    const { authToken }: Partial<SignedIn> = answer.body;
    if (authToken !== undefined) await addTotp(gyan, authToken);
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
    owner.passkeys = [];
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
  async 'stops the removal of lost factors'({ token, password }) {
    if (!token) return;
    const body = { currentPasswd: password };
    await gyan.request('/r/factor_reset', { method: 'DELETE', token, body });
  },
  /** Without the password they can add a factor, which lasts longer, but not stop the removal. */
  async 'is robbed of a passkey by somebody who adds an app'({ passkeys: [stolen], userId }) {
    if (!stolen) return;
    const thief = new Browser(gyan);
    const begun: AnswerOf<'POST /passkey_login_options'> = (await thief.post('/passkey_login_options', {}))
      .body;
    const proof = { ticket: begun.ticket, response: stolen.signIn(begun.options) };
    const { authToken }: Partial<SignedIn> = (await thief.post('/passkey_login', proof)).body;
    if (authToken === undefined) return;
    const before = await listResets(userId);
    await gyan.request('/r/factor_reset', { method: 'DELETE', token: authToken, body: {} });
    expect(await listResets(userId)).toEqual(before);
    await addTotp(gyan, authToken);
  },
  async waits() {
    await pass72Hours();
  },
  async 'presses “This was not me”'(owner) {
    const sentEmail = (await emailsTo(gyan.db, owner.email)).findLast(({ text }) => text.includes('/nm?t='));
    if (!sentEmail) return;
    const answer = await gyan.request('/not_me', { method: 'POST', body: { t: sentEmail.token } });
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
  // The password alone is then enough, not only once.
  expect(await signIn(owner)).toBeDefined();
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
