import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { untilLocked } from '#test/locks.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

const password = 'a quiet morning';
const ask = (token: string, emailId: string) =>
  gyan.request('/r/email', { method: 'PUT', token, body: { emailId } });
const confirm = (t: string) => gyan.request('/email_confirm', { method: 'POST', body: { t } });
const login = (emailId: string) => gyan.request('/login', { method: 'POST', body: { emailId, password } });

it('changes the address once both addresses have confirmed it', async () => {
  const { token } = await gyan.signedIn({ email: 'old@example.org', password });
  expect(await ask(token, 'New@Example.org')).toMatchObject({ status: 200, body: {} });
  const old = await emailTo(gyan.db, 'old@example.org', 'leave-address');
  const fresh = await emailTo(gyan.db, 'New@example.org', 'new-address');
  expect(old.text).toContain(`https://gyan.example/ce?t=${old.token}`);
  expect((await confirm(fresh.token)).body).toEqual({ done: false });
  expect((await confirm(fresh.token)).body, 'repeated').toEqual({ done: false });
  expect((await login('new@example.org')).status).toBe(400);
  expect((await confirm(old.token)).body).toEqual({ done: true });
  expect((await login('new@example.org')).status).toBe(200);
  expect((await login('old@example.org')).status).toBe(400);
  expect(await confirm(old.token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
});

it('does not make a new account of an old one', async () => {
  const { userId, token } = await gyan.signedIn({ email: 'veteran@example.org', password });
  const verifiedAt = async () => {
    const [row] = await gyan.db.query(sql`select email_verified_at from users where id = ${userId}`);
    return row;
  };
  const before = await verifiedAt();
  await ask(token, 'veteran.new@example.org');
  await confirm((await emailTo(gyan.db, 'veteran@example.org', 'leave-address')).token);
  const last = await confirm((await emailTo(gyan.db, 'veteran.new@example.org', 'new-address')).token);
  expect(last.body).toEqual({ done: true });
  expect(await verifiedAt()).toEqual(before);
});

it('answers the same for a taken address, and does not give it away', async () => {
  await makeUser(gyan.db, { email: 'taken@example.org', password });
  const { token } = await gyan.signedIn({ email: 'wants@example.org', password });
  expect(await ask(token, 'taken@example.org')).toMatchObject({ status: 200, body: {} });
  expect((await emailsTo(gyan.db, 'taken@example.org')).map(({ kind }) => kind)).toEqual(['address-taken']);
  const old = await emailTo(gyan.db, 'wants@example.org', 'leave-address');
  expect((await confirm(old.token)).body).toEqual({ done: false });
});

it('conflicts if somebody has signed up with the address meanwhile', async () => {
  const { token } = await gyan.signedIn({ email: 'slow@example.org', password });
  await ask(token, 'wanted@example.org');
  const old = await emailTo(gyan.db, 'slow@example.org', 'leave-address');
  const fresh = await emailTo(gyan.db, 'wanted@example.org', 'new-address');
  await makeUser(gyan.db, { email: 'wanted@example.org' });
  await confirm(old.token);
  expect(await confirm(fresh.token)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await login('slow@example.org')).status).toBe(200);
});

it('conflicts also if the sign-up commits while the last link is opened', async () => {
  const { token } = await gyan.signedIn({ email: 'late@example.org', password });
  await ask(token, 'raced@example.org');
  await confirm((await emailTo(gyan.db, 'late@example.org', 'leave-address')).token);
  const fresh = await emailTo(gyan.db, 'raced@example.org', 'new-address');
  const last = await gyan.db.transaction(async (tx) => {
    await makeUser(tx, { email: 'raced@example.org' });
    const confirming = confirm(fresh.token);
    await untilLocked(gyan.db);
    return { confirming };
  });
  expect(await last.confirming).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

it('receives the invitations to the new address, except of people who know the user already', async () => {
  const me = await gyan.signedIn({ email: 'invited.old@example.org', password });
  const stranger = await gyan.signedIn();
  const asking = await gyan.signedIn();
  const friend = await gyan.signedIn();
  const blocked = await gyan.signedIn();
  const blocking = await gyan.signedIn();
  const asked = await gyan.signedIn();
  for (const sender of [stranger, asking, friend, blocked, blocking, asked]) {
    const body = { emailId: 'invited.new@example.org' };
    await gyan.request('/r/invite', { method: 'POST', token: sender.token, body });
  }
  const request = async ({ token }: { token: string }, { userId } = me) => {
    const body = { receivingUserId: userId };
    const answer = await gyan.request('/r/connreq', { method: 'POST', token, body });
    return (answer.body as AnswerOf<'POST /r/connreq'>).connectionReqId;
  };
  const block = ({ token }: { token: string }, { userId }: { userId: number }) =>
    gyan.request('/r/block', { method: 'PUT', token, body: { userId, blocked: true } });
  await request(asking);
  await request(me, asked);
  const body = { connectionReqId: await request(friend) };
  await gyan.request('/r/acceptconnreq', { method: 'PUT', token: me.token, body });
  await block(me, blocked);
  await block(blocking, me);

  await ask(me.token, 'invited.new@example.org');
  await confirm((await emailTo(gyan.db, 'invited.old@example.org', 'leave-address')).token);
  const fresh = await emailTo(gyan.db, 'invited.new@example.org', 'new-address');
  expect((await confirm(fresh.token)).body).toEqual({ done: true });
  const received = await gyan.request('/r/rcvdconnreqs', { token: me.token });
  const { connReqModelVec } = received.body as AnswerOf<'GET /r/rcvdconnreqs'>;
  expect(connReqModelVec.map(({ userModel }) => userModel?.userId)).toEqual([asking.userId, stranger.userId]);
  expect(await brokenInvariants(gyan.db)).toEqual([]);
});
