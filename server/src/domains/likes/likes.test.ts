import type { LikeState } from '@gyan/contract/likes.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

/** Factories set scores to get a certain order. */
const scoresAreMadeUp = ['a score follows its counts'];

const kinds = [
  { kind: 'card', path: '/r/post_like', id: 'postId', make: () => makeCard(gyan.db) },
  { kind: 'chain', path: '/r/chapter_like', id: 'chapterId', make: () => makeChain(gyan.db) },
  { kind: 'subject', path: '/r/subject_like', id: 'subjectId', make: () => makeSubject(gyan.db) },
] as const;

async function like(kind: (typeof kinds)[number], contentId: number | string, token: string, liked: boolean) {
  const answer = await gyan.request(kind.path, {
    method: 'PUT',
    token,
    body: { [kind.id]: contentId, liked },
  });
  return { status: answer.status, body: answer.body as LikeState };
}

it('a visitor likes nothing, and what is in no list has rank 0', async () => {
  const card = await makeCard(gyan.db);
  const chain = await makeChain(gyan.db, { cardIds: [card] });
  const subject = await makeSubject(gyan.db, { chainIds: [chain] });
  const { body } = await gyan.request(`/post?postId=${card}`);
  expect(body).toMatchObject({ likedByViewer: false, postModel: { likedByViewer: false, rank: 0 } });
  for (const [path, list] of [
    ['/posts', 'postModelVec'],
    ['/chapters', 'chapterModelVec'],
    ['/subjects', 'subjectModelVec'],
  ] as const) {
    const { body } = await gyan.request(`${path}?limit=1`);
    expect([path, body]).toMatchObject([path, { [list]: [{ likedByViewer: false, rank: 0 }] }]);
  }
  const single = await gyan.request(`/subject?subjectId=${subject}`);
  expect(single.body).toMatchObject({
    subjectModel: { likedByViewer: false, rank: 0, chapterModelVec: [{ likedByViewer: false, rank: 1 }] },
  });
});

it('a chain created without a list or in a subject has a number as its rank', async () => {
  const { token } = await gyan.signedIn({ role: 'kCreator' });
  const answer = await gyan.request('/r/chapter', { method: 'POST', token, body: { title: 'Tides' } });
  const { id, rank } = (answer.body as { chapterModel: { id: number; rank: unknown } }).chapterModel;
  expect(rank).toBeTypeOf('number');
  const edited = await gyan.request('/r/chapter', {
    method: 'PUT',
    token,
    body: { chapterId: id, title: 'Ebb' },
  });
  expect(edited.body).toMatchObject({ chapterModel: { title: 'Ebb', rank: 0 } });
});

describe.each(kinds)('a $kind', (kind) => {
  it('is liked and no longer liked, and says how it stands', async () => {
    const content = await kind.make();
    const [one, other] = [await gyan.signedIn(), await gyan.signedIn()];
    const steps = [
      [one.token, true, 1],
      [other.token, true, 2],
      [one.token, false, 1],
      [other.token, false, 0],
    ] as const;
    for (const [token, liked, likeCount] of steps) {
      expect(await like(kind, content, token, liked)).toEqual({
        status: 200,
        body: { likeCount, likedByViewer: liked },
      });
    }
  });

  it('takes a like or its end twice as once', async () => {
    const content = await kind.make();
    const { token } = await gyan.signedIn();
    for (const [liked, likeCount] of [
      [false, 0],
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
    ] as const) {
      expect((await like(kind, content, token, liked)).body).toEqual({ likeCount, likedByViewer: liked });
    }
    expect(await brokenInvariants(gyan.db, scoresAreMadeUp)).toEqual([]);
  });

  it('rises in the trends with a like, in the same moment', async () => {
    const content = await kind.make();
    const { token } = await gyan.signedIn();
    await like(kind, content, token, true);
    const [row] = await gyan.db.query(sql`
      select score = trending_score(1, 0, false, created_at) as risen from ${raw(`${kind.kind}s`)} where id = ${content}`);
    expect(row).toEqual({ risen: true });
  });

  it('cannot be liked when it is not there, or its owner has left', async () => {
    const { token } = await gyan.signedIn();
    expect((await like(kind, 999_999_999, token, true)).status).toBe(404);
    const content = await kind.make();
    await gyan.db.query(sql`
      update users set leaving_at = now()
      where id = (select owner_id from ${raw(`${kind.kind}s`)} where id = ${content})`);
    expect((await like(kind, content, token, true)).status).toBe(404);
  });

  it('can be liked by members only', async () => {
    const content = await kind.make();
    const unverified = await gyan.signedIn({ verified: false });
    expect((await like(kind, content, unverified.token, true)).body).toMatchObject({
      code: 'email_unverified',
    });
    expect((await like(kind, content, '', true)).status).toBe(401);
  });

  it('takes one statement beside the session lookup', async () => {
    const content = await kind.make();
    const { token } = await gyan.signedIn();
    expect(await countStatements(() => like(kind, content, token, true))).toBe(2);
    expect(await countStatements(() => like(kind, content, token, false))).toBe(2);
  });

  it('answers one person who clicks many times at once with what is true', async () => {
    const content = await kind.make();
    const { token } = await gyan.signedIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => like(kind, content, token, true)));
    for (const answer of answers) expect(answer.body).toEqual({ likeCount: 1, likedByViewer: true });
  });
});

it('wants an id and a yes or no', async () => {
  const { token } = await gyan.signedIn();
  for (const body of [
    {},
    { postId: 0, liked: true },
    { postId: 1, liked: 'true' },
    { postId: '1e3', liked: true },
  ]) {
    expect((await gyan.request('/r/post_like', { method: 'PUT', token, body })).status).toBe(400);
  }
});

it('counts exactly at every moment while fifty people like and change their minds', async () => {
  const [card, chain] = [await makeCard(gyan.db), await makeChain(gyan.db)];
  const people = await Promise.all(Array.from({ length: 50 }, () => gyan.signedIn()));
  const done = new AbortController();
  const samples: string[] = [];
  const sample = async () => {
    while (!done.signal.aborted)
      samples.push(...(await brokenInvariants(gyan.db, scoresAreMadeUp)), 'sampled');
  };
  const click = async ({ token }: { token: string }, n: number) => {
    for (let i = 0; i < 6; i += 1) {
      const kind = kinds[(n + i) % 2 === 0 ? 0 : 1];
      const { status, body } = await like(
        kind,
        kind.kind === 'card' ? card : chain,
        token,
        (n + i) % 3 !== 0,
      );
      expect(status).toBe(200);
      expect(body.likeCount).toBeGreaterThanOrEqual(body.likedByViewer ? 1 : 0);
      expect(body.likeCount).toBeLessThanOrEqual(50);
    }
  };
  const sampling = sample();
  // A sample takes long on a busy machine.
  do await Promise.all(people.map(click));
  while (samples.length < 2);
  done.abort();
  await sampling;
  expect(samples.length).toBeGreaterThan(1);
  expect(new Set(samples)).toEqual(new Set(['sampled']));
  expect(await brokenInvariants(gyan.db, scoresAreMadeUp)).toEqual([]);
});

it('neither counts nor hangs when a card is deleted under the hands of those who like it', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => gyan.signedIn()));
  for (let i = 0; i < 5; i += 1) {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const card = await makeCard(gyan.db, { ownerId: owner.userId });
    await Promise.all(people.slice(0, 5).map(({ token }) => like(kinds[0], card, token, true)));
    const [deleted, ...likes] = await Promise.all([
      gyan.request(`/r/post?postId=${card}`, { method: 'DELETE', token: owner.token }),
      ...people.map(({ token }, n) => like(kinds[0], card, token, n >= 5)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of likes) expect([200, 404]).toContain(status);
    expect(await gyan.db.query(sql`select from card_likes where card_id = ${card}`)).toEqual([]);
  }
  expect(await brokenInvariants(gyan.db, scoresAreMadeUp)).toEqual([]);
});
