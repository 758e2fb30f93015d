import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';
import { makeCard } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

async function listed(path: string, token: string) {
  const answer = await gyan.request(path, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/posts'].answer.parse(answer.body);
}

describe('my cards', () => {
  it('are mine only, newest first, eight by eight', async () => {
    const [me, other] = [
      await gyan.signedIn({ role: 'kCreator' }),
      await gyan.signedIn({ role: 'kCreator' }),
    ];
    const mine: number[] = [];
    for (let i = 0; i < 19; i += 1) {
      mine.unshift((await posted(gyan, me.token)).id);
      if (i % 5 === 0) await posted(gyan, other.token);
    }
    // Lists order by date, not by id: imported cards may be older.
    const oldest = await makeCard(gyan.db, { ownerId: me.userId, createdAt: new Date('2020-01-01') });
    const received: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listed(`/r/posts?limit=8${cursor ? `&cursor=${cursor}` : ''}`, me.token);
      expect(page.postModelVec.length).toBeLessThanOrEqual(8);
      received.push(...page.postModelVec.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(received).toEqual([...mine, oldest]);
  });

  it('are none at first', async () => {
    const { token } = await gyan.signedIn();
    expect(await listed('/r/posts', token)).toEqual({ postModelVec: [] });
  });

  it('say what I may do and what I like', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const { id } = await posted(gyan, token);
    await gyan.request('/r/post_like', { method: 'PUT', token, body: { postId: id, liked: true } });
    const { postModelVec } = await listed('/r/posts', token);
    expect(postModelVec[0]).toMatchObject({ id, likedByViewer: true, can: { edit: true, lock: false } });
    expect(postModelVec[0]).not.toHaveProperty('htmlDesc');
  });
});

describe('trending cards', () => {
  it('come in the same order for members as for visitors, with what they like', async () => {
    const { token } = await gyan.signedIn();
    const id = await makeCard(gyan.db, { score: 1e12 });
    await gyan.db.query(sql`insert into card_likes (card_id, user_id) select ${id}, max(id) from users`);
    const members = await listed('/r/posts?trending=true&limit=10', token);
    const visitors: AnswerOf<'GET /posts'> = (await gyan.request('/posts?limit=10')).body;
    expect(members.postModelVec.map((card) => card.id)).toEqual(visitors.postModelVec.map((card) => card.id));
    expect(members.postModelVec[0]?.likedByViewer).toBe(false);
    expect(visitors.postModelVec[0]).not.toHaveProperty('can');
  });
});

describe('trending videos', () => {
  it('are listed without other cards, page by page, with a photo where asked for', async () => {
    const { token } = await gyan.signedIn();
    const videos: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await makeCard(gyan.db, { score: 2e12 - 2 * n });
      const id = await makeCard(gyan.db, { score: 2e12 - 2 * n - 1 });
      await gyan.db.query(sql`update cards set type = 'kVideo', video_id = 'abcdefghijk' where id = ${id}`);
      videos.push(id);
    }
    const received: number[] = [];
    let cursor: string | null | undefined;
    do {
      const after = cursor ? `&cursor=${cursor}` : '';
      const page: AnswerOf<'GET /posts'> = (await gyan.request(`/posts?videoOnlyPosts=true&limit=2${after}`))
        .body;
      received.push(...page.postModelVec.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(received).toEqual(videos);
    const members = await listed('/r/posts?trending=true&videoOnlyPosts=true', token);
    expect(members.postModelVec.map(({ id }) => id)).toEqual(videos);
    const withPhoto = (await gyan.request('/posts?videoOnlyPosts=true&imageOnlyPosts=true')).body;
    expect(withPhoto).toEqual({ postModelVec: [] });
  });
});

describe('the latest cards', () => {
  it('are for admins', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    for (const role of ['kRegular', 'kCreator'] as const) {
      const { token } = await gyan.signedIn({ role });
      expect((await gyan.request('/r/posts?recent=true', { token })).body).toMatchObject({
        code: 'forbidden',
      });
    }
    await makeCard(gyan.db, { title: 'Old but lively', createdAt: new Date('2021-01-01'), score: 1e13 });
    const newest = await makeCard(gyan.db, { title: 'Just now', score: -5 });
    const { postModelVec } = await listed('/r/posts?recent=true&limit=3', admin.token);
    expect(postModelVec[0]?.id).toBe(newest);
    const times = postModelVec.map((card) => card.createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

it('lists as many cards as one likes with one statement beside the one that knows who asks', async () => {
  const { token, userId } = await gyan.signedIn({ role: 'kAdmin' });
  for (const amount of [1, 20]) {
    for (let i = 0; i < amount; i += 1) await makeCard(gyan.db, { ownerId: userId });
    for (const path of ['/r/posts', '/r/posts?trending=true', '/r/posts?recent=true'])
      expect(await countStatements(() => listed(path, token))).toBe(2);
  }
});

it('opens a card with one statement beside the session lookup, however many comments it has', async () => {
  const { token, userId } = await gyan.signedIn();
  const card = await makeCard(gyan.db);
  const open = () => gyan.request(`/r/post?postId=${card}`, { token });
  expect(await countStatements(open)).toBe(2);
  await gyan.db.query(sql`
    insert into comments (card_id, owner_id, text) select ${card}, ${userId}, 'Word ' || n from generate_series(1, 300) as n`);
  await gyan.db.query(sql`update cards set comment_count = 300 where id = ${card}`);
  expect(await countStatements(open)).toBe(2);
});

describe('tags', () => {
  const tagsNow = async () => {
    const answer = await gyan.request(`/tags?limit=200&fresh=${Math.random()}`);
    const { tagModelVec } = calls['GET /tags'].answer.parse(answer.body);
    return Object.fromEntries(tagModelVec.map(({ name, count }) => [name, count]));
  };

  it('are counted as cards come, change and go', async () => {
    const { token, userId } = await gyan.signedIn({ role: 'kCreator' });
    const one = await posted(gyan, token, { ...customForm, tagsText: 'zebra lion' });
    await posted(gyan, token, { ...customForm, statusText: 'A #Zebra by night' });
    expect(await tagsNow()).toMatchObject({ zebra: 2, lion: 1 });
    await editCard(gyan, token, { postId: one.id, tagsText: 'zebra tiger' });
    const after = await tagsNow();
    expect(after).toMatchObject({ zebra: 2, tiger: 1 });
    expect(after).not.toHaveProperty('lion');
    await deleteCard(gyan, token, one.id);
    expect(await tagsNow()).toMatchObject({ zebra: 1 });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${userId}`);
    expect(await tagsNow()).not.toHaveProperty('zebra');
    expect(
      await brokenInvariants(gyan.db, ['a score follows its counts', 'a card counts its likes']),
    ).toEqual([]);
  });

  it('come most used first, page by page', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    for (const tagsText of ['p1 p2 p3', 'p1 p2', 'p1', 'p4 p5 p6'])
      await posted(gyan, token, { ...customForm, tagsText });
    const received: { name: string; count: number }[] = [];
    let cursor: string | null | undefined;
    do {
      const page: AnswerOf<'GET /tags'> = (
        await gyan.request(`/tags?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      ).body;
      received.push(...page.tagModelVec);
      cursor = page.nextCursor;
    } while (cursor);
    const counts = received.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(received.slice(0, 2)).toEqual([
      { name: 'p1', count: 3 },
      { name: 'p2', count: 2 },
    ]);
    expect(new Set(received.map(({ name }) => name)).size).toBe(received.length);
    expect(received.length).toBeGreaterThanOrEqual(6);
  });

  it('are counted right when many post, change and delete the same ones at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => gyan.signedIn({ role: 'kCreator' })));
    const orders = ['x1 x2 x3', 'x3 x2 x1', 'x2 x3', 'x1'];
    await Promise.all(
      people.map(async ({ token }, n) => {
        for (let i = 0; i < 4; i += 1) {
          const tagsText = orders[(n + i) % 4] ?? '';
          const { id } = await posted(gyan, token, { ...customForm, tagsText });
          const edited = await editCard(gyan, token, { postId: id, tagsText: orders[(n + i + 1) % 4] ?? '' });
          expect(edited.status).toBe(200);
          if (i % 2) expect((await deleteCard(gyan, token, id)).status).toBe(200);
        }
      }),
    );
    const [row] = await gyan.db.query(sql`
      select count(*) as wrong from tags
      where card_count <> (select count(*) from cards where tags.name = any (cards.tags))`);
    expect(row).toEqual({ wrong: 0 });
  });
});
