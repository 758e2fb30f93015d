import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo } from '#test/emails.ts';
import { makeCard, makeChain, makePicture, makeSubject, storePhoto } from '#test/factories.ts';

const password = 'a good long secret';
let people = 0;

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const deleteAccount = (token: string, body?: object) =>
  gyan.request('/r/account', { method: 'DELETE', token, body });

async function newcomer(role: 'kRegular' | 'kCreator' | 'kSuperAdmin' = 'kCreator') {
  people += 1;
  const email = `leaver-${people}@example.org`;
  const firstName = `Wanderer${people}x`;
  const person = await gyan.signedIn({
    email,
    password,
    role,
    firstName,
    lastName: `N${people}`,
  });
  const login = async () => {
    const answer = await gyan.request('/login', { method: 'POST', body: { emailId: email, password } });
    return (answer.body as { authToken: string }).authToken;
  };
  return { ...person, email, firstName, login };
}

/** Public responses are cached for up to five seconds; an invalidation notice must end that sooner. */
async function eventually(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + 4_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

describe('deleting my account', () => {
  it('signs me out everywhere at once and says so in an e-mail', async () => {
    const { userId, token, email, login } = await newcomer();
    const other = await login();
    expect((await deleteAccount(token)).body).toEqual({});
    for (const each of [token, other])
      expect((await gyan.request('/r/user', { token: each })).status).toBe(401);
    const emails = await emailsTo(gyan.db, email);
    const [message, ...more] = emails.filter(({ kind }) => kind !== 'new-browser');
    expect(more).toEqual([]);
    expect(message?.kind).toBe('deletion-scheduled');
    const day = new Date(Date.now() + 30 * 24 * 3600 * 1000);
    expect(message?.text).toContain(
      day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    );
    expect(
      await gyan.db.query(sql`select from users where id = ${userId} and leaving_at is not null`),
    ).toHaveLength(1);
  });

  it('hides everything of mine from everybody at once, and brings it back when I sign in', async () => {
    const { userId, token, login, firstName } = await newcomer();
    const otherUser = await gyan.signedIn();
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const photo = await storePhoto(gyan.deps, await makePicture('#0a0b0c'));
    const cardId = await makeCard(gyan.db, { ownerId: userId, title: 'My secret garden', photoId: photo.id });
    const chainId = await makeChain(gyan.db, {
      ownerId: userId,
      title: 'My secret chain',
      cardIds: [cardId],
    });
    const subjectId = await makeSubject(gyan.db, {
      ownerId: userId,
      title: 'My secret subject',
      chainIds: [chainId],
    });
    const theirCard = await makeCard(gyan.db, { title: 'Another card' });
    const theirChain = await makeChain(gyan.db, { title: 'Another chain', cardIds: [cardId, theirCard] });
    const theirSubject = await makeSubject(gyan.db, {
      title: 'Another subject',
      chainIds: [chainId, theirChain],
    });
    await makeChain(gyan.db, { ownerId: userId, title: 'My secret trail', cardIds: [theirCard] });

    const lists = [
      '/posts',
      '/posts?imageOnlyPosts=true',
      '/chapters',
      '/subjects',
      '/feed',
      '/feed?recency=true',
    ];
    const contentPaths = [
      `/post?postId=${cardId}`,
      `/chapter?id=${chainId}`,
      `/subject?subjectId=${subjectId}`,
    ];
    const linkedPaths = [
      `/post?postId=${theirCard}`,
      `/chapter?id=${theirChain}`,
      `/subject?subjectId=${theirSubject}`,
      `/subject?subjectId=${theirSubject}&includePosts=true`,
    ];
    const mine = new RegExp(`My secret|${firstName}`);
    for (const path of [...lists, ...contentPaths, ...linkedPaths])
      expect((await gyan.request(path)).text, path).toMatch(mine);
    expect((await gyan.request('/chapters')).text).toContain(photo.key);

    await deleteAccount(token);

    await eventually(async () => {
      for (const path of [...lists, ...linkedPaths]) {
        const answer = await gyan.request(path);
        expect(answer.status, path).toBe(200);
        expect(answer.text, path).not.toMatch(mine);
        expect(answer.text, path).not.toContain(photo.key);
      }
      for (const path of contentPaths) expect((await gyan.request(path)).status, path).toBe(404);
    });
    for (const viewer of [otherUser, admin]) {
      expect((await gyan.request(`/r/user?userId=${userId}`, { token: viewer.token })).status).toBe(404);
      expect((await gyan.request(`/r/searchusers?q=${firstName}`, { token: viewer.token })).text).not.toMatch(
        mine,
      );
    }
    expect((await gyan.request('/r/getusers?role=kCreator', { token: admin.token })).text).not.toMatch(mine);

    const back = await login();
    expect((await gyan.request('/r/user', { token: back })).body).toMatchObject({ userModel: { userId } });
    await eventually(async () => {
      for (const path of [...lists, ...contentPaths, ...linkedPaths])
        expect((await gyan.request(path)).text, path).toMatch(mine);
    });
  });

  it('shows full pages while somebody in the middle is hidden', async () => {
    const { userId, token } = await newcomer();
    for (let i = 0; i < 6; i += 1) {
      await makeCard(gyan.db, { score: 1e6 + i, ...(i % 2 ? { ownerId: userId } : {}) });
    }
    await deleteAccount(token);
    await eventually(async () => {
      for (const path of ['/posts?limit=3', '/feed?limit=3']) {
        const answer = await gyan.request(path);
        expect(answer.text, path).not.toContain(`"userId":${userId}`);
        expect(answer.body).toMatchObject({ nextCursor: expect.any(String) as string });
        const list = Object.values(answer.body).find(Array.isArray) as unknown[];
        expect(list).toHaveLength(3);
        expect(list).not.toContain(null);
      }
    });
  });

  it('needs a fresh sign-in or the password', async () => {
    const { userId, token } = await newcomer();
    expect((await deleteAccount(token, { currentPasswd: 'wrong, though fresh' })).status).toBe(403);
    await gyan.db.query(
      sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`,
    );
    expect((await deleteAccount(token)).body).toMatchObject({ status: 403, code: 'reauth_required' });
    expect((await deleteAccount(token, { currentPasswd: 'not the one' })).status).toBe(403);
    expect((await gyan.request('/r/user', { token })).status).toBe(200);
    expect((await deleteAccount(token, { currentPasswd: password })).status).toBe(200);
    expect((await gyan.request('/r/user', { token })).status).toBe(401);
  });

  it('does not touch anybody else', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    await deleteAccount(one.token);
    expect((await gyan.request('/r/user', { token: two.token })).status).toBe(200);
  });
});

describe('the last super admin', () => {
  const waitingForLocks = async (count: number) => {
    for (;;) {
      const rows = await gyan.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      if (rows.length >= count) return;
      await sleep(20);
    }
  };
  const clear = () => gyan.db.query(sql`update users set role = 'kRegular' where role = 'kSuperAdmin'`);

  it('cannot leave, because nobody could take the place', async () => {
    await clear();
    const only = await newcomer('kSuperAdmin');
    expect((await deleteAccount(only.token)).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await gyan.request('/r/user', { token: only.token })).status).toBe(200);
  });

  it('of two stays, also when both leave at once', async () => {
    await clear();
    const [one, two] = [await newcomer('kSuperAdmin'), await newcomer('kSuperAdmin')];
    // Both requests wait for the lock before either continues.
    const answers = await gyan.db.transaction(async (tx) => {
      await tx.query(sql`select from users where id in (${one.userId}, ${two.userId}) for update`);
      const deletions = Promise.all([deleteAccount(one.token), deleteAccount(two.token)]);
      await waitingForLocks(2);
      return { deletions };
    });
    const statuses = (await answers.deletions).map((answer) => answer.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});
