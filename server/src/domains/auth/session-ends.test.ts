import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestOptions, startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';

let gyan: TestApp;
let content: Record<'card' | 'chain' | 'subject', number>;
beforeAll(async () => {
  gyan = await startApp();
  content = {
    card: await makeCard(gyan.db),
    chain: await makeChain(gyan.db),
    subject: await makeSubject(gyan.db),
  };
});
afterAll(() => gyan.close());

/** Hot calls, each with a valid and an invalid request. */
const requests: Record<string, () => { path: string; fits: RequestOptions; wrong: RequestOptions }> = {
  'PUT /r/post_like': () => ({
    path: '/r/post_like',
    fits: { method: 'PUT', body: { postId: content.card, liked: true } },
    wrong: { method: 'PUT', body: { postId: 'x' } },
  }),
  'PUT /r/chapter_like': () => ({
    path: '/r/chapter_like',
    fits: { method: 'PUT', body: { chapterId: content.chain, liked: true } },
    wrong: { method: 'PUT', body: {} },
  }),
  'PUT /r/subject_like': () => ({
    path: '/r/subject_like',
    fits: { method: 'PUT', body: { subjectId: content.subject, liked: true } },
    wrong: { method: 'PUT', body: {} },
  }),
  'POST /r/comment': () => ({
    path: '/r/comment',
    fits: { method: 'POST', body: { postId: content.card, rawText: 'Still here' } },
    wrong: { method: 'POST', body: { postId: content.card } },
  }),
  'GET /r/post': () => ({
    path: `/r/post?postId=${content.card}`,
    fits: {},
    wrong: {},
  }),
};

async function answeredOnce(key: string) {
  const person = await gyan.signedIn();
  const { path, fits, wrong } = requests[key]?.() ?? { path: '', fits: {}, wrong: {} };
  const send = (how: RequestOptions = fits) => gyan.request(path, { ...how, token: person.token });
  expect((await send()).status).toBe(200);
  return { ...person, send, wrong };
}

const traces = () =>
  gyan.db.query(sql`
    select (select count(*) from card_likes) + (select count(*) from chain_likes) + (select count(*) from subject_likes) as likes,
      (select count(*) from comments) as comments`);

describe.each(Object.keys(requests))('%s, of a user who was answered before', (key) => {
  it('does nothing once the session has ended, whatever is sent', async () => {
    const { userId, send, wrong } = await answeredOnce(key);
    await gyan.db.query(sql`delete from sessions where user_id = ${userId}`);
    const before = await traces();
    for (const how of [undefined, wrong, { ...wrong, headers: { 'idempotency-key': 'again' } }])
      expect((await send(how)).body).toMatchObject({ code: 'unauthenticated' });
    expect(await traces()).toEqual(before);
  });

  it('does nothing once the session has expired', async () => {
    const { userId, send } = await answeredOnce(key);
    await gyan.db.query(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${userId}`,
    );
    const before = await traces();
    expect((await send()).body).toMatchObject({ code: 'unauthenticated' });
    expect(await traces()).toEqual(before);
  });

  it('does nothing once the address is no longer verified', async () => {
    const { userId, send } = await answeredOnce(key);
    await gyan.db.query(sql`update users set email_verified_at = null where id = ${userId}`);
    const before = await traces();
    expect((await send()).body).toMatchObject({ code: 'email_unverified' });
    expect(await traces()).toEqual(before);
  });

  it('is answered after a change of role', async () => {
    const { userId, send } = await answeredOnce(key);
    await gyan.db.query(sql`update users set role = 'kAdmin' where id = ${userId}`);
    expect((await send()).status).toBe(200);
  });
});

it('keeps an answer given below a key from a user who has signed out', async () => {
  const { token } = await gyan.signedIn();
  const once = {
    method: 'POST',
    token,
    headers: { 'idempotency-key': 'mine' },
    body: { postId: content.card, rawText: 'Once' },
  };
  expect((await gyan.request('/r/comment', once)).status).toBe(200);
  await gyan.request('/r/logout', { method: 'POST', token });
  expect((await gyan.request('/r/comment', once)).body).toMatchObject({ code: 'unauthenticated' });
});
