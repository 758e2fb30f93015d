import { calls } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { deleteFeedRows, entryOfItem, keyOf } from '#test/feed-model.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());
beforeEach(() => deleteFeedRows(gyan.db));

describe('the public feed', () => {
  it('tells of everything once, as made by its owner, best or newest first, and holds still while more arrives', async () => {
    const ownerId = await makeUser(gyan.db);
    const fan = await makeUser(gyan.db);
    const made: { content: string; score: number; at: number }[] = [];
    const [cardIds, chainIds]: [number[], number[]] = [[], []];
    for (let n = 0; n < 12; n += 1) {
      const [kind, make] = (
        [
          ['card', makeCard],
          ['chain', makeChain],
          ['subject', makeSubject],
        ] as const
      )[n % 3] ?? ['card', makeCard];
      const [score, at] = [(n * 7) % 12, (n * 5) % 12];
      const createdAt = new Date(Date.UTC(2026, 0, 1, at));
      const id = await make(gyan.db, { ownerId, score, createdAt, cardIds, chainIds });
      if (kind === 'card' && n === 0) cardIds.push(id);
      if (kind === 'chain' && n === 1) chainIds.push(id);
      await gyan.db.query(
        sql`insert into ${raw(`${kind}_likes (${kind}_id, user_id)`)} values (${id}, ${fan})`,
      );
      made.push({ content: keyOf(kind, id), score, at });
    }
    for (const [recency, sortKey] of [
      [false, 'score'],
      [true, 'at'],
    ] as const) {
      const received: string[] = [];
      let cursor: string | null | undefined;
      do {
        const answer = await gyan.request(
          `/feed?limit=5&recency=${recency}${cursor ? `&cursor=${cursor}` : ''}`,
        );
        const page = calls['GET /feed'].answer.parse(answer.body);
        for (const entry of page.feedItemModelVec.map(entryOfItem)) {
          expect(entry).toMatchObject({ by: ownerId, type: expect.stringMatching(/Create$/) });
          received.push(entry.content);
        }
        cursor = page.nextCursor;
        await makeCard(gyan.db, { ownerId, score: 1e6 });
      } while (cursor);
      const expected = made.toSorted((a, b) => b[sortKey] - a[sortKey]).map(({ content }) => content);
      expect(received.filter((content) => expected.includes(content))).toEqual(expected);
      await gyan.db.query(sql`delete from cards where score = 1e6`);
    }
  });
});

it('the public feed shows only cards where asked for', async () => {
  const low = await makeCard(gyan.db, { score: 1, createdAt: new Date('2026-01-02') });
  const cardIds = [await makeCard(gyan.db, { score: 9, createdAt: new Date('2026-01-01') })];
  const chainIds = [await makeChain(gyan.db, { cardIds, score: 5 })];
  await makeSubject(gyan.db, { chainIds, score: 6 });
  const shown = async (query: string) =>
    calls['GET /feed'].answer
      .parse((await gyan.request(`/feed?postsOnly=true${query}`)).body)
      .feedItemModelVec.map((item) => entryOfItem(item).content);
  const best = [...cardIds, low].map((id) => keyOf('card', id));
  expect(await shown('')).toEqual(best);
  expect(await shown('&recency=true')).toEqual(best.toReversed());
});

describe('a score', () => {
  it('grows with likes, comments and great quality, is lower with age and without likes', async () => {
    const counts = fc.nat({ max: 100_000 });
    await fc.assert(
      fc.asyncProperty(counts, counts, fc.nat({ max: 10_000 }), async (likes, comments, hours) => {
        const score = (l: number, c: number, great: boolean, age: number) =>
          sql`trending_score(${l}::integer, ${c}::integer, ${great}, now() - ${age}::integer * interval '1 hour')`;
        const [row] = await gyan.db.query(sql`
          select ${score(likes + 1, comments, false, hours)} > ${score(likes, comments, false, hours)} as likes,
            ${score(likes, comments + 1, false, hours)} > ${score(likes, comments, false, hours)} as comments,
            ${score(1, 0, false, hours + 1)} > ${score(0, comments, true, hours)} as unliked,
            ${score(likes, comments, true, hours)} > ${score(likes, comments, false, hours)} as great,
            ${score(likes, comments, false, hours + 1)} < ${score(likes, comments, false, hours)} as age`);
        expect(row).toEqual({ likes: true, comments: true, great: true, unliked: true, age: true });
      }),
      { numRuns: 50, interruptAfterTimeLimit: 3_000 },
    );
  });

  it.each([
    ['card', makeCard, 'like_count, comment_count'],
    ['chain', makeChain, 'like_count, 0'],
    ['subject', makeSubject, 'like_count, 0'],
  ] as const)('of a %s follows its quality, whoever changes it', async (kind, make, counts) => {
    const id = await make(gyan.db, {});
    for (const great of [true, false]) {
      const [row] = await gyan.db.query(sql`
        update ${raw(`${kind}s`)} set great = ${great} where id = ${id}
        returning score = trending_score(${raw(counts)}, ${great}, created_at) as follows`);
      expect(row).toEqual({ follows: true });
    }
  });
});
