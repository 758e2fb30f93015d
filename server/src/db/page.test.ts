import type { AnswerOf } from '@gyan/contract/calls.ts';
import { calls } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';

describe('walking a list page by page', () => {
  let gyan: TestApp;
  let chainId: number;
  const cardIds: number[] = [];

  beforeAll(async () => {
    gyan = await startApp();
    const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
    // Few different scores and times, so that most neighbours are equal.
    for (let i = 0; i < 40; i += 1) {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, 0, i % 3));
      cardIds.push(await makeCard(gyan.db, { ownerId, score: (i % 4) / 3, createdAt }));
    }
    chainId = await makeChain(gyan.db, { ownerId, cardIds, score: 1 / 3 });
    await makeChain(gyan.db, { ownerId, cardIds: cardIds.slice(0, 1), score: 1 / 3 });
    await makeSubject(gyan.db, { ownerId, chainIds: [chainId], score: 2 / 3 });
    // Microseconds that a double of seconds could not hold.
    await gyan.db.query(
      sql`update cards set created_at = created_at + id * interval '1 microsecond' where id % 2 = 0`,
    );
  });
  afterAll(() => gyan.close());

  const readAllPages = async (path: string, limit: number, keysOf: (body: never) => string[]) => {
    const received: string[] = [];
    let cursor = '';
    for (let page = 0; page < 60; page += 1) {
      const answer = await gyan.request(`${path}limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(answer.status, answer.text).toBe(200);
      const keys = keysOf(answer.body);
      expect(keys.length).toBeLessThanOrEqual(limit);
      received.push(...keys);
      const next: string | undefined = (answer.body as { nextCursor?: string }).nextCursor;
      if (!next) return received;
      cursor = next;
    }
    throw new Error('the list does not end');
  };

  const feedKeys = (body: AnswerOf<'GET /feed'>) =>
    body.feedItemModelVec.map((item) => {
      if ('postModel' in item) return `card ${item.postModel.id}`;
      return 'chapterModel' in item ? `chain ${item.chapterModel.id}` : `subject ${item.subjectModel.id}`;
    });
  const cardKeys = (body: AnswerOf<'GET /posts'>) => body.postModelVec.map((card) => String(card.id));
  const chainCardKeys = (body: AnswerOf<'GET /chapter'>) =>
    (body.chapterModel.feedItemModelVec ?? []).map((item) => String(item.postModel.id));

  it.each([
    ['/feed?', 43, feedKeys],
    ['/feed?recency=true&', 43, feedKeys],
    ['/posts?', 40, cardKeys],
  ] as const)(
    '%s shows everything once, in one order, whatever the size of a page',
    async (path, total, keysOf) => {
      const whole = await readAllPages(path, 200, keysOf);
      expect(new Set(whole).size).toBe(total);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (limit) => {
          expect(await readAllPages(path, limit, keysOf)).toEqual(whole);
        }),
        { numRuns: 6 },
      );
    },
  );

  it('keeps the order of a chain', async () => {
    expect(await readAllPages(`/chapter?id=${chainId}&`, 7, chainCardKeys)).toEqual(cardIds.map(String));
  });

  it('answers in the shape the contract promises', async () => {
    const subject: AnswerOf<'GET /subjects'> = (await gyan.request('/subjects')).body;
    const subjectId = subject.subjectModelVec[0]?.id;
    const statements = {
      'GET /feed': '/feed',
      'GET /posts': '/posts',
      'GET /post': `/post?postId=${cardIds[0]}`,
      'GET /chapters': '/chapters',
      'GET /chapter': `/chapter?id=${chainId}`,
      'GET /subjects': '/subjects',
      'GET /subject': `/subject?subjectId=${subjectId}&includePosts=true`,
    } as const;
    for (const [key, path] of Object.entries(statements) as [keyof typeof statements, string][]) {
      const { body } = await gyan.request(path);
      expect(calls[key].answer.safeParse(body).error, key).toBeUndefined();
    }
  });
});
