import type { SignedIn } from '@gyan/contract/auth.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { closeDeps, openDeps } from '#deps.ts';
import { hashToken } from '#lib/tokens.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { issueToken } from './actions.ts';
import { sessionStatement } from './session-queries.ts';

/** Two server processes on one database. */
let gyan: TestApp;
let secondServer: { url: string; close(): Promise<void> };
beforeAll(async () => {
  gyan = await startApp();
  const deps = await openDeps(gyan.deps.config, gyan.deps.databaseUrl);
  const app = await buildApp(deps, { pages: false });
  secondServer = {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close();
      await closeDeps(deps);
    },
  };
});
afterAll(async () => {
  await secondServer.close();
  await gyan.close();
});

/** Checks at the other process whether a session is open. */
async function isOpenOnSecond(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${secondServer.url}/api/v1/r/user`, { headers });
  return status === 200;
}

async function personWithTwoSessions() {
  const { userId, token: here } = await gyan.signedIn({ password: 'the old one' });
  const there = await issueToken(gyan.db, userId, 'Another device');
  expect([await isOpenOnSecond(here), await isOpenOnSecond(there)]).toEqual([true, true]);
  return { userId, here, there };
}

describe('a session ends in every process at once', () => {
  it('when its person signs out', async () => {
    const { here, there } = await personWithTwoSessions();
    await gyan.request('/r/logout', { method: 'POST', token: there });
    expect([await isOpenOnSecond(here), await isOpenOnSecond(there)]).toEqual([true, false]);
  });

  it('when it is ended from another device', async () => {
    const { here, there } = await personWithTwoSessions();
    const { sessionModelVec }: AnswerOf<'GET /r/sessions'> = (
      await gyan.request('/r/sessions', { token: here })
    ).body;
    const other = sessionModelVec.find(({ current }) => !current);
    const ended = await gyan.request(`/r/session?sessionId=${other?.sessionId}`, {
      method: 'DELETE',
      token: here,
    });
    expect(ended).toMatchObject({ status: 200, body: {} });
    expect([await isOpenOnSecond(here), await isOpenOnSecond(there)]).toEqual([true, false]);
  });

  it('when the password is changed, but for the one that changed it', async () => {
    const { here, there } = await personWithTwoSessions();
    const changed = await gyan.request('/r/updateuserpasswd', {
      method: 'PUT',
      token: here,
      body: { passwd: 'a new beginning' },
    });
    expect(changed.status).toBe(200);
    expect([await isOpenOnSecond(here), await isOpenOnSecond(there)]).toEqual([true, false]);
  });

  it('when the password is reset', async () => {
    const { userId, here, there } = await personWithTwoSessions();
    await gyan.db.query(sql`
      insert into password_resets (user_id, token_hash, expires_at)
      values (${userId}, ${hashToken('reset-here')}, now() + interval '1 hour')`);
    const body = { reqToken: 'reset-here', password: 'a new beginning' };
    const { authToken }: SignedIn = (await gyan.request('/resetpassword', { method: 'PUT', body })).body;
    expect([await isOpenOnSecond(here), await isOpenOnSecond(there)]).toEqual([false, false]);
    expect(await isOpenOnSecond(authToken)).toBe(true);
  });
});

describe('the list of sessions', () => {
  it('shows where a person is signed in, newest first, page by page', async () => {
    const { userId, token } = await gyan.signedIn();
    for (const device of ['Phone', 'Tablet', 'Laptop']) await issueToken(gyan.db, userId, device);
    await gyan.db.query(sql`
      insert into sessions (user_id, token_hash, user_agent, expires_at)
      values (${userId}, ${hashToken('expired')}, 'Expired', now())`);
    const first: AnswerOf<'GET /r/sessions'> = (await gyan.request('/r/sessions?limit=3', { token })).body;
    expect(first.sessionModelVec.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['Laptop', false],
      ['Tablet', false],
      ['Phone', false],
    ]);
    expect(Math.abs(Number(first.sessionModelVec[0]?.createdAt) / 1e6 - Date.now())).toBeLessThan(60_000);
    const rest: AnswerOf<'GET /r/sessions'> = (
      await gyan.request(`/r/sessions?limit=3&cursor=${first.nextCursor}`, { token })
    ).body;
    expect(rest.sessionModelVec.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['test', true],
    ]);
    expect(rest.nextCursor).toBeUndefined();
  });

  it('tells the browser and the network of a sign-in', async () => {
    const { token } = await gyan.signedIn({ email: 'elsewhere@example.org', password: 'the old one' });
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0' };
    const body = { emailId: 'elsewhere@example.org', password: 'the old one' };
    await gyan.request('/login', { method: 'POST', headers, body });
    const { sessionModelVec }: AnswerOf<'GET /r/sessions'> = (await gyan.request('/r/sessions', { token }))
      .body;
    expect(sessionModelVec).toMatchObject([
      { userAgent: headers['user-agent'], network: '127.0.0.0/24', current: false },
      { userAgent: 'test', current: true },
    ]);
    expect(sessionModelVec[1]).not.toHaveProperty('network');
  });

  it('lets nobody end the session of somebody else', async () => {
    const [one, other] = [await gyan.signedIn(), await gyan.signedIn()];
    const { sessionModelVec }: AnswerOf<'GET /r/sessions'> = (
      await gyan.request('/r/sessions', { token: other.token })
    ).body;
    const answer = await gyan.request(`/r/session?sessionId=${sessionModelVec[0]?.sessionId}`, {
      method: 'DELETE',
      token: one.token,
    });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
    expect(await isOpenOnSecond(other.token)).toBe(true);
  });
});

it('a session is found by indexes alone, in one statement', async () => {
  const plan = await gyan.db.transaction(async (tx) => {
    // The tables of a test are so small that scans would be cheaper.
    await tx.query(sql`set local enable_seqscan = off`);
    return tx.query<{ 'QUERY PLAN': string }>(sql`explain (generic_plan) ${raw(sessionStatement)}`);
  });
  const lines = plan.map((row) => row['QUERY PLAN']);
  const scans = lines.filter((line) => line.includes('Scan'));
  const tables = scans.map((line) => / on (\w+)/.exec(line)?.[1]);
  expect(new Set(tables)).toEqual(new Set(['factors', 'sessions', 'users']));
  for (const line of scans) expect(line).toContain('Index');
});
