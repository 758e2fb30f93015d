import type { CallKey } from '@gyan/contract/call.ts';
import type { CallName } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueToken } from '#domains/auth/actions.ts';
import { hashToken } from '#lib/tokens.ts';
import { startApp, type TestApp, type TestResponse } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject, makeUser } from '#test/factories.ts';
import {
  type Caller,
  type Case,
  type CaseContext,
  type CaseRequest,
  callers,
} from '#test/permissions/cases.ts';
import { contentCases } from '#test/permissions/content-cases.ts';
import { fileCases } from '#test/permissions/file-cases.ts';
import { learningCases } from '#test/permissions/learning-cases.ts';
import { moderationCases } from '#test/permissions/moderation-cases.ts';
import { noticeCases } from '#test/permissions/notice-cases.ts';
import { knownAddress, knownPassword, peopleCases } from '#test/permissions/people-cases.ts';
import { revisionCases } from '#test/permissions/revision-cases.ts';

const cases: Record<CallName, Case[]> = {
  ...contentCases,
  ...revisionCases,
  ...learningCases,
  ...fileCases,
  ...noticeCases,
  ...peopleCases,
  ...moderationCases,
};
const secretPhone = '+49 170 5550199';

let gyan: TestApp;
/** A user with all personal data, who appears in every answer. */
let knownUser: { userId: number; token: string; needles: string[] };

beforeAll(async () => {
  gyan = await startApp();
  await makeUser(gyan.db, { email: knownAddress, password: knownPassword });
  const email = 'everywhere@secret.example';
  const { userId, token } = await gyan.signedIn({ email, password: 'quiet river', role: 'kCreator' });
  for (const table of ['registrations', 'password_resets'] as const) {
    const names = table === 'registrations' ? sql`first_name, last_name,` : sql``;
    const values = table === 'registrations' ? sql`'Person', 'Light',` : sql``;
    const hash = hashToken(`${table} of everywhere`);
    await gyan.db.query(
      table === 'registrations'
        ? sql`insert into registrations (user_id, ${names} token_hash, expires_at) values (${userId}, ${values} ${hash}, now() + interval '1 hour')`
        : sql`insert into password_resets (user_id, token_hash, expires_at) values (${userId}, ${hash}, now() + interval '1 hour')`,
    );
  }
  const [account] = await gyan.db.query<{ password_hash: string }>(
    sql`select password_hash from users where id = ${userId}`,
  );
  knownUser = {
    userId,
    token,
    needles: [email, token, account?.password_hash ?? '', hashToken(token).toString('hex'), secretPhone],
  };
  await gyan.request('/r/import_google_contacts', {
    method: 'POST',
    token,
    form: {
      google_contacts_data: JSON.stringify([
        {
          names: [{ givenName: 'Kin' }],
          emailAddresses: [{ value: 'kin@secret.example' }],
          phoneNumbers: [{ value: secretPhone }],
        },
      ]),
    },
  });
  await gyan.request('/r/creator_request', { method: 'POST', token, body: {} });
  await gyan.request('/r/invite', { method: 'POST', token, body: { emailId: 'guest@secret.example' } });
});
afterAll(() => gyan.close());

/** Makes the user visible to the caller: connected, in lists, in comments, in the feed and in suggestions. */
async function makeVisible(callerId: number): Promise<void> {
  const { userId } = knownUser;
  const cardId = await makeCard(gyan.db, { ownerId: userId, title: 'Light', tags: ['light'] });
  const chainId = await makeChain(gyan.db, { ownerId: userId, title: 'Light', cardIds: [cardId] });
  const subjectId = await makeSubject(gyan.db, { ownerId: userId, title: 'Light', chainIds: [chainId] });
  const mine = await makeCard(gyan.db, { ownerId: callerId });
  await gyan.db.query(sql`update cards set comment_count = 1 where id = ${mine}`);
  await gyan.db.query(
    sql`insert into comments (card_id, owner_id, text) values (${mine}, ${userId}, 'Light.')`,
  );
  await gyan.db.query(
    sql`insert into user_subjects (user_id, subject_id, rank) values (${callerId}, ${subjectId}, 1)`,
  );
  await gyan.db.query(
    sql`insert into user_chains (user_id, chain_id, rank) values (${callerId}, ${chainId}, 1)`,
  );
  const [sender, receiver, blocked, friend] = await Promise.all(
    ['asking', 'asked', 'blocked', 'friend'].map((name) =>
      makeUser(gyan.db, { firstName: 'Person', lastName: name, role: 'kCreator' }),
    ),
  );
  if (!sender || !receiver || !blocked || !friend) throw new Error('nobody was made');
  await gyan.db.query(sql`
    insert into connection_requests (sender_id, receiver_id, expires_at)
    values (${sender}, ${callerId}, now() + interval '1 day'), (${callerId}, ${receiver}, now() + interval '1 day')`);
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${callerId}, ${blocked})`);
  await makeConnection(gyan.db, callerId, userId);
  await makeConnection(gyan.db, userId, friend);
}

async function createContext(caller: Caller): Promise<CaseContext & { email: string }> {
  const email = `caller-${Math.random().toString(36).slice(2)}@own.example`;
  const callerId = await makeUser(gyan.db, { ...callers[caller], email });
  await makeVisible(callerId);
  return {
    gyan,
    caller,
    email,
    callerId,
    ownerId: await makeUser(gyan.db, { role: 'kCreator' }),
    isOwn: false,
    isAdmin: caller === 'admin' || caller === 'super admin',
    token: caller === 'visitor' ? '' : await issueToken(gyan.db, callerId, 'the walk'),
  };
}

function send(key: CallKey, { query = {}, body, form }: CaseRequest, token: string): Promise<TestResponse> {
  const [method = '', path = ''] = key.split(' ');
  const search = new URLSearchParams(texts(query));
  return gyan.request(`${path}?${search.toString()}`, {
    method,
    token: token || undefined,
    ...(body ? { body } : {}),
    ...(form ? { form: texts(form) } : {}),
  });
}

const texts = (fields: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const secretNames = /token|hash|(?<!has)passw|phone|secret|session(?!Id|Model|Count)/i;
/** Visible to their owner only. */
const ownNames = ['userRole', 'emailVerified', 'hasPassword'];

/** Private data in an answer, and the number of other users in it. */
function findLeaks(
  key: CallKey,
  text: string,
  { callerId, isAdmin }: CaseContext,
  /** What the caller sent. */
  own: string,
): { leaks: string[]; others: number } {
  const leaks = (text.match(addresses) ?? []).filter((address) => !own.includes(address));
  leaks.push(...knownUser.needles.filter((needle) => text.includes(needle)));
  let others = 0;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const opensASession = name === 'authToken' && /^POST \/(?:login|ve)$|^PUT \/resetpassword$/.test(key);
      const namesOwnToken = key.endsWith(' /r/tokens') && name.startsWith('token');
      if (secretNames.test(name) && !opensASession && !namesOwnToken) leaks.push(`a field ${name}`);
      walk(inner);
    }
    if (!('userId' in value)) return;
    const isAnother = value.userId !== callerId;
    if (isAnother) others += 1;
    // Signing in changes the viewer.
    if (!isAnother || key === 'POST /login') return;
    const leaked = ownNames.filter((name) => name in value && !(isAdmin && name === 'userRole'));
    leaks.push(...leaked.map((name) => `${name} of another`));
  };
  if (text.startsWith('{')) walk(JSON.parse(text));
  return { leaks, others };
}

/** Admins read feedback with the sender's address. */
const allowedLeaks: Partial<Record<CallKey, Caller[]>> = { 'GET /r/feedback': ['admin'] };

/** These calls change the caller, so each gets its own user. */
const endings = new Set<string>([
  'POST /r/logout',
  'DELETE /r/session',
  'DELETE /r/account',
  'PUT /r/updateuserpasswd',
  'GET /r/export',
  'POST /r/export',
]);

it.each(['visitor', 'regular', 'admin'] as const)(
  'no answer tells %s the address, number, token or role of somebody else',
  async (caller) => {
    const found: string[] = [];
    let context = await createContext(caller);
    let own = context.email;
    const answers = { sent: 0, ofOthers: new Set<string>() };
    for (const [key, each] of Object.entries(cases).flatMap(([key, all]) =>
      all.map((one) => [key, one] as const),
    )) {
      const request = await each.request(context);
      own += JSON.stringify(request);
      const { text } = await send(key as CallKey, request, context.token);
      const { leaks, others } = findLeaks(key as CallKey, text, context, own);
      if (endings.has(key)) {
        context = await createContext(caller);
        own = context.email;
      }
      answers.sent += 1;
      if (others > 0) answers.ofOthers.add(key);
      if (leaks.length > 0 && !allowedLeaks[key as CallKey]?.includes(caller)) {
        found.push(`${key} (${each.when}): ${[...new Set(leaks)].join(', ')}`);
      }
    }
    expect(found).toEqual([]);
    // Otherwise the answers contained no other user.
    expect(answers.sent).toBeGreaterThan(150);
    expect(answers.ofOthers.size).toBeGreaterThan(caller === 'visitor' ? 10 : 25);
  },
  60_000,
);
