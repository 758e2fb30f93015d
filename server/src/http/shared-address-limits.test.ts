import { limits } from '@gyan/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestResponse } from '#test/app.ts';
import { emailTo } from '#test/emails.ts';
import { makeCard, makeUser } from '#test/factories.ts';
import { solvedWork } from '#test/signup-challenge.ts';

/** Every request of this file comes from one address. */
let gyan: TestApp;
let cards: number[];
beforeAll(async () => {
  gyan = await startApp({ rateLimits: true });
  const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
  cards = await Promise.all(
    Array.from({ length: 30 }, (_, n) => makeCard(gyan.db, { ownerId, title: `Sun ${n}` })),
  );
});
afterAll(() => gyan.close());

const learners = Array.from({ length: 40 }, (_, n) => `learner-${n}@school.example`);
const tokens: string[] = [];

const post = (path: string, body: unknown, token?: string) =>
  gyan.request(path, { method: 'POST', body, token });

/** Statuses of all requests of one learner, one after the other, as a browser sends them. */
async function sendInOrder(requests: (() => Promise<TestResponse>)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const send of requests) statuses.push((await send()).status);
  return statuses;
}

/** What each learner does, all at the same time. */
async function statusesOfAll(
  requestsOf: (token: string) => (() => Promise<TestResponse>)[],
): Promise<Set<number>> {
  return new Set((await Promise.all(tokens.map((token) => sendInOrder(requestsOf(token))))).flat());
}

const typed = ['su', 'sun', 'sun 1', 'sun 12', 'light', 'lights', 'moo', 'moon', 'star', 'stars'];

describe('a class of forty behind one address', { timeout: 60_000 }, () => {
  it('signs up, all of them', async () => {
    const form = { firstName: 'A', lastName: 'Learner', password: 'quiet river' };
    for (const emailID of learners) {
      const signUp = await post('/register', { ...form, emailID, ...(await solvedWork(gyan)) });
      expect(signUp.status, emailID).toBe(200);
    }
    for (const email of learners) {
      const { token: regToken } = await emailTo(gyan.db, email, 'verify');
      const { status, body } = await post('/ve', { regToken });
      expect(status).toBe(200);
      tokens.push((body as { authToken: string }).authToken);
    }
  });

  it('reads thirty pages each', async () => {
    const requests = (token: string) =>
      cards.map((id, index) =>
        index % 2 === 0
          ? () => gyan.request(`/post?postId=${id}`)
          : () => gyan.request(`/r/post?postId=${id}`, { token }),
      );
    expect(await statusesOfAll(requests)).toEqual(new Set([200]));
  });

  it('searches as it types, signed in or not', async () => {
    const requests = (token: string) =>
      typed.flatMap((q, index) => [
        () => gyan.request(`/r/searchfeed?q=${q}`, { token }),
        // Half of the queries are unique, so that no cached answer is used for them.
        () => gyan.request(`/searchfeed?q=${index % 2 === 0 ? q : `${q}${tokens.indexOf(token)}`}`),
      ]);
    expect(await statusesOfAll(requests)).toEqual(new Set([200]));
  });

  it('likes and comments', async () => {
    const requests = (token: string) =>
      cards
        .slice(0, 4)
        .flatMap((postId) => [
          () => gyan.request('/r/post_like', { method: 'PUT', token, body: { postId, liked: true } }),
          () => post('/r/comment', { postId, rawText: 'I see!' }, token),
        ]);
    expect(await statusesOfAll(requests)).toEqual(new Set([200]));
  });

  it('sees one account that floods refused, and only that one', async () => {
    const [flooder = '', ...others] = tokens;
    let refused: TestResponse | undefined;
    // Up to two budgets, because the minute may end meanwhile.
    for (let sent = 0; !refused && sent <= 2 * limits.general.user.points; sent += 50) {
      const requests = Array.from({ length: 50 }, () => gyan.request('/r/user', { token: flooder }));
      refused = (await Promise.all(requests)).find(({ status }) => status === 429);
    }
    expect(refused?.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const calls = others.map((token) => gyan.request('/r/user', { token }));
    const visits = cards.map((id) => gyan.request(`/post?postId=${id}&visit=1`));
    const statuses = (await Promise.all([...calls, ...visits])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('a flood of invalid tokens', { timeout: 60_000 }, () => {
  it('counts against its address', async () => {
    const strict = await startApp({
      rateLimits: true,
      limits: { ...limits, general: { ...limits.general, address: { points: 50, seconds: 3_600 } } },
    });
    try {
      const { token } = await strict.signedIn();
      expect((await strict.request('/r/user', { token })).status).toBe(200);
      const guesses = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          strict.request('/r/user', { token: `guess-${n}`.padEnd(43, 'x') }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
      expect((await strict.request('/r/user', { token })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
