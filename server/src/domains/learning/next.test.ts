import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

async function next(query: string) {
  const answer = await gyan.request(`/read_next?${query}`);
  expect(answer.status, answer.text).toBe(200);
  const { reason, chapterModel, subjectModel } = calls['GET /read_next'].answer.parse(answer.body);
  expect(chapterModel === null || subjectModel === null).toBe(true);
  return [reason, chapterModel?.id ?? subjectModel?.id ?? null];
}

/** A subject with one chain of one card. */
async function subjectAbout(text: string, ownerId?: number, score?: number) {
  const cardId = await makeCard(gyan.db, { text });
  const chainId = await makeChain(gyan.db, { cardIds: [cardId] });
  const fields = { chainIds: [chainId], ...(ownerId ? { ownerId } : {}), ...(score ? { score } : {}) };
  return { chainId, subjectId: await makeSubject(gyan.db, fields) };
}

it('suggests the next chapter that has cards, and another subject after the last chapter', async () => {
  const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
  const first = await makeChain(gyan.db, { cardIds: [await makeCard(gyan.db)] });
  const empty = await makeChain(gyan.db);
  const last = await makeChain(gyan.db, { ownerId, cardIds: [await makeCard(gyan.db)] });
  await makeSubject(gyan.db, { ownerId, chainIds: [first, empty, last] });
  const other = await subjectAbout('Salt dissolves.', ownerId);
  expect(await next(`chapterId=${first}`)).toEqual(['chapter', last]);
  expect(await next(`chapterId=${last}`)).toEqual(['maker', other.subjectId]);
});

it('suggests the best other subject of the same topic', async () => {
  await gyan.db.query(sql`insert into topics (name) values ('Volcano')`);
  const read = await subjectAbout('How a volcano grows.');
  // Above the scores of the factory, which counts what all tests of this process make.
  const [good, better] = [
    await subjectAbout('A volcano under the sea.', undefined, 1_000_000),
    await subjectAbout('Life after a volcano.', undefined, 1_000_001),
  ];
  await subjectAbout('Bread rises.', undefined, 1_000_002);
  expect(await next(`subjectId=${read.subjectId}`)).toEqual(['topic', better.subjectId]);
  expect(await next(`chapterId=${read.chainId}`)).toEqual(['topic', better.subjectId]);
  expect(await next(`subjectId=${better.subjectId}`)).toEqual(['topic', good.subjectId]);
});

it('suggests another subject of the same maker where no topic is shared', async () => {
  const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
  const read = await subjectAbout('Bread rises slowly.', ownerId);
  const other = await subjectAbout('Cheese ripens.', ownerId);
  await makeSubject(gyan.db, { ownerId, score: 99_999, title: 'Empty' });
  expect(await next(`subjectId=${read.subjectId}`)).toEqual(['maker', other.subjectId]);
});

it('suggests nothing where there is nothing alike, and asks for one chain or subject', async () => {
  const read = await subjectAbout('A card alone.');
  expect(await next(`subjectId=${read.subjectId}`)).toEqual([null, null]);
  expect((await gyan.request('/read_next')).status).toBe(400);
  expect((await gyan.request('/read_next?subjectId=1&chapterId=1')).status).toBe(400);
  expect((await gyan.request('/read_next?subjectId=999999999')).status).toBe(404);
});
