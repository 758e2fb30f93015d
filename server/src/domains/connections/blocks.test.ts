import type { AnswerOf } from '@gyan/contract/calls.ts';
import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

type Person = Awaited<ReturnType<TestApp['signedIn']>>;

const block = (person: Person, other: Person, blocked = true) =>
  gyan.request('/r/block', {
    method: 'PUT',
    token: person.token,
    body: { userId: other.userId, blocked },
  });

async function blockedBy(person: Person, page = ''): Promise<AnswerOf<'GET /r/blocks'>> {
  const answer = await gyan.request(`/r/blocks${page}`, { token: person.token });
  return calls['GET /r/blocks'].answer.parse(answer.body);
}

describe('between two people of whom one has blocked the other', () => {
  let [blocker, blocked, bystander]: Person[] = [];
  const pair = () => [[blocker, blocked] as [Person, Person], [blocked, blocker] as [Person, Person]];

  beforeEach(async () => {
    blocker = await gyan.signedIn({ role: 'kCreator', firstName: 'Bela', lastName: 'Blocker' });
    blocked = await gyan.signedIn({ role: 'kCreator', firstName: 'Bodo', lastName: 'Blocked' });
    bystander = await gyan.signedIn();
    await block(blocker, blocked);
  });

  it('neither finds the other, by name or by id', async () => {
    for (const [one, other] of pair()) {
      expect((await gyan.request(`/r/user?userId=${other.userId}`, { token: one.token })).status).toBe(404);
      for (const q of ['Bela Blocker', 'Bodo Blocked']) {
        const found = await gyan.request(`/r/searchusers?q=${q}`, { token: one.token });
        const ids = (found.body as AnswerOf<'GET /r/searchusers'>).userModelVec.map((user) => user.userId);
        expect(ids).not.toContain(other.userId);
      }
    }
    expect(
      (await gyan.request(`/r/user?userId=${blocked?.userId}`, { token: bystander?.token })).status,
    ).toBe(200);
  });

  it('neither sees the cards of the other, in lists or by address, nor likes them or writes below them', async () => {
    for (const [one, other] of pair()) {
      const card = await makeCard(gyan.db, { ownerId: other.userId, score: 1e9 });
      const listed = await gyan.request('/r/posts?trending=true&limit=3', { token: one.token });
      const ids = (listed.body as AnswerOf<'GET /r/posts'>).postModelVec.map((post) => post.id);
      expect(ids).not.toContain(card);
      const tries = [
        gyan.request(`/r/post?postId=${card}`, { token: one.token }),
        gyan.request(`/r/comments?postId=${card}`, { token: one.token }),
        gyan.request('/r/post_like', {
          method: 'PUT',
          token: one.token,
          body: { postId: card, liked: true },
        }),
        gyan.request('/r/comment', {
          method: 'POST',
          token: one.token,
          body: { postId: card, rawText: 'Hm' },
        }),
      ];
      for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404);
      expect((await gyan.request(`/r/post?postId=${card}`, { token: bystander?.token })).status).toBe(200);
      expect((await gyan.request(`/post?postId=${card}`)).status).toBe(200);
    }
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('neither likes a chain or a subject of the other', async () => {
    for (const [one, other] of pair()) {
      const chapterId = await makeChain(gyan.db, { ownerId: other.userId });
      const subjectId = await makeSubject(gyan.db, { ownerId: other.userId });
      for (const [path, body] of [
        ['/r/chapter_like', { chapterId, liked: true }],
        ['/r/subject_like', { subjectId, liked: true }],
      ] as const) {
        expect((await gyan.request(path, { method: 'PUT', token: one.token, body })).status).toBe(404);
      }
    }
  });

  it('neither reads what the other wrote below the card of a third, and the count stays what it is', async () => {
    const card = await makeCard(gyan.db);
    for (const [person, rawText] of [
      [blocker, 'of the blocker'],
      [blocked, 'of the blocked'],
      [bystander, 'of a bystander'],
    ] as const) {
      await gyan.request('/r/comment', {
        method: 'POST',
        token: person?.token,
        body: { postId: card, rawText },
      });
    }
    const texts = async (person: Person | undefined) => {
      const detail = (await gyan.request(`/r/post?postId=${card}`, { token: person?.token }))
        .body as AnswerOf<'GET /r/post'>;
      const list = (await gyan.request(`/r/comments?postId=${card}`, { token: person?.token }))
        .body as AnswerOf<'GET /r/comments'>;
      expect(detail.postModel.commentCount).toBe(3);
      const read = detail.commentModelVec.map((comment) => comment.text);
      expect(list.commentModelVec.map((comment) => comment.text)).toEqual(read);
      return read;
    };
    expect(await texts(blocker)).toEqual(['of a bystander', 'of the blocker']);
    expect(await texts(blocked)).toEqual(['of a bystander', 'of the blocked']);
    expect(await texts(bystander)).toHaveLength(3);
  });

  it('only the one who blocked sees it, and only they can take it back', async () => {
    expect((await block(blocker as Person, blocked as Person)).body).toEqual({ blocked: true });
    expect((await blockedBy(blocker as Person)).userModelVec).toMatchObject([
      { userId: blocked?.userId, blocked: true },
    ]);
    expect((await blockedBy(blocked as Person)).userModelVec).toEqual([]);
    expect((await block(blocked as Person, blocker as Person, false)).body).toEqual({ blocked: false });
    expect((await gyan.request(`/r/user?userId=${blocker?.userId}`, { token: blocked?.token })).status).toBe(
      404,
    );
    for (const _ of [1, 2]) {
      expect((await block(blocker as Person, blocked as Person, false)).body).toEqual({ blocked: false });
    }
    expect((await gyan.request(`/r/user?userId=${blocker?.userId}`, { token: blocked?.token })).status).toBe(
      200,
    );
  });
});

it('nobody hides from an admin by blocking them, but whom an admin blocks is gone for both', async () => {
  const admin = await gyan.signedIn({ role: 'kAdmin' });
  const creator = await gyan.signedIn({ role: 'kCreator' });
  const card = await makeCard(gyan.db, { ownerId: creator.userId });
  await block(creator, admin);
  expect((await gyan.request(`/r/post?postId=${card}`, { token: admin.token })).status).toBe(200);
  await block(admin, creator);
  expect((await gyan.request(`/r/post?postId=${card}`, { token: admin.token })).status).toBe(404);
});

it('a block ends the connection and every request between the two', async () => {
  const [one, other] = [await gyan.signedIn(), await gyan.signedIn()];
  await gyan.db.query(sql`
    insert into connections (user_id, other_id)
    values (${one.userId}, ${other.userId}), (${other.userId}, ${one.userId})`);
  await gyan.db.query(
    sql`update users set connection_count = 1 where id in (${one.userId}, ${other.userId})`,
  );
  await gyan.db.query(sql`
    insert into connection_requests (sender_id, receiver_id, expires_at)
    values (${one.userId}, ${other.userId}, now() + interval '1 day'), (${other.userId}, ${one.userId}, now() + interval '1 day')`);
  await block(one, other);
  expect(
    await gyan.db.query(sql`
      select from connections where user_id in (${one.userId}, ${other.userId})
      union all
      select from connection_requests where sender_id in (${one.userId}, ${other.userId})`),
  ).toEqual([]);
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});

it('a block holds back e-mails about each other that have not left yet, and no others', async () => {
  const [one, other, third] = [
    await gyan.signedIn({ email: 'one-of-two@example.org' }),
    await gyan.signedIn(),
    await gyan.signedIn(),
  ];
  for (const { token } of [other, third]) {
    await gyan.request('/r/connreq', { method: 'POST', token, body: { receivingUserId: one.userId } });
  }
  const about = async () =>
    (
      await gyan.db.query<{ id: number }>(sql`
      select about_id as id from mail_outbox where recipient = 'one-of-two@example.org' order by id`)
    ).map(({ id }) => id);
  expect(await about()).toEqual([other.userId, third.userId]);
  await block(one, other);
  expect(await about()).toEqual([third.userId]);
});

it('blocks are listed newest first, page by page', async () => {
  const me = await gyan.signedIn();
  const others = [await gyan.signedIn(), await gyan.signedIn(), await gyan.signedIn()];
  for (const other of others) await block(me, other);
  const first = await blockedBy(me, '?limit=2');
  const second = await blockedBy(me, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.userModelVec, ...second.userModelVec].map((user) => user.userId)).toEqual(
    others.map((other) => other.userId).toReversed(),
  );
  expect(second.nextCursor).toBeUndefined();
});

it('nobody blocks themselves, or somebody who is not there', async () => {
  const me = await gyan.signedIn();
  expect((await block(me, me)).status).toBe(409);
  expect((await block(me, { userId: 999_999_999, token: '' })).status).toBe(404);
  const deletedUser = await gyan.signedIn();
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser.userId}`);
  expect((await block(me, deletedUser)).status).toBe(404);
});
