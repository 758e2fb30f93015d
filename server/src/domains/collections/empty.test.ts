import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject } from '#test/factories.ts';

let gyan: TestApp;
let owner: { userId: number; token: string };
let reader: { userId: number; token: string };

beforeAll(async () => {
  gyan = await startApp();
  owner = await gyan.signedIn({ role: 'kCreator' });
  reader = await gyan.signedIn();
  await makeConnection(gyan.db, owner.userId, reader.userId);
});
afterAll(() => gyan.close());

interface Listed {
  chapterModelVec?: { id: number }[];
  subjectModelVec?: { id: number }[];
  feedItemModelVec?: { chapterModel?: { id: number }; subjectModel?: { id: number } }[];
  chapterCount?: number;
  subjectCount?: number;
}

let requests = 0;
/** The ids of chains and subjects in an answer, and their counts on a profile. */
async function listed(path: string, token?: string) {
  requests += 1;
  const answer = await gyan.request(`${path}&n=${requests}`, token === undefined ? {} : { token });
  expect(answer.status, answer.text).toBe(200);
  const {
    chapterModelVec = [],
    subjectModelVec = [],
    feedItemModelVec = [],
    ...counts
  } = answer.body as Listed;
  const items = feedItemModelVec.flatMap(
    ({ chapterModel, subjectModel }) => chapterModel ?? subjectModel ?? [],
  );
  const ids = [...chapterModelVec, ...subjectModelVec, ...items].map(({ id }) => id);
  return { ids, counts: [counts.chapterCount, counts.subjectCount] };
}

const lists = (word: string): [path: string, token?: string][] => [
  ['/chapters?limit=50'],
  ['/subjects?limit=50'],
  ['/r/chapters?trending=true', reader.token],
  ['/r/subjects?trending=true', reader.token],
  ['/feed?recency=true'],
  ['/feed?recency=false'],
  ['/r/feed?limit=50', reader.token],
  ['/r/feed?limit=50', owner.token],
  [`/searchfeed?types=chapter,subject&q=${word}`],
  [`/r/searchfeed?types=chapter,subject&q=${word}`, owner.token],
  [`/user_profile?id=${owner.userId}`],
  [`/r/user_profile?id=${owner.userId}`, reader.token],
];

it('a chain or subject is listed once it has a card, and not while it has none', async () => {
  const chain = await makeChain(gyan.db, { ownerId: owner.userId, title: 'Estuary' });
  const subject = await makeSubject(gyan.db, { ownerId: owner.userId, title: 'Estuary', chainIds: [chain] });
  for (const [path, token] of lists('estuary')) {
    expect([path, (await listed(path, token)).ids]).toEqual([path, []]);
  }
  const card = await makeCard(gyan.db, { ownerId: owner.userId, title: 'Brackish' });
  await gyan.request('/r/link_chapter_post', {
    method: 'PUT',
    token: owner.token,
    body: { chapterId: chain, postId: card },
  });
  for (const [path, token] of lists('estuary')) {
    const { ids } = await listed(path, token);
    expect([path, ids.length > 0 && ids.every((id) => id === chain || id === subject)]).toEqual([path, true]);
  }
});

it('its owner sees it in their lists, on their profile and by its address without a card too', async () => {
  const maker = await gyan.signedIn({ role: 'kCreator' });
  const created = await gyan.request('/r/chapter', {
    method: 'POST',
    token: maker.token,
    body: { title: 'Delta' },
  });
  const { id } = (created.body as { chapterModel: { id: number } }).chapterModel;
  expect((await listed('/r/chapters?limit=9', maker.token)).ids).toEqual([id]);
  const profile = `/r/user_profile?id=${maker.userId}`;
  expect(await listed(profile, maker.token)).toEqual({ ids: [id], counts: [1, 0] });
  expect(await listed(profile, reader.token)).toEqual({ ids: [], counts: [0, 0] });
  expect(await listed(profile.replace('/r', ''))).toEqual({ ids: [], counts: [0, 0] });
  expect((await gyan.request(`/chapter?id=${id}`)).status).toBe(200);
});

it('cards of users who leave do not count', async () => {
  const leaving = await gyan.signedIn({ role: 'kCreator' });
  const card = await makeCard(gyan.db, { ownerId: leaving.userId });
  const chain = await makeChain(gyan.db, { cardIds: [card] });
  expect((await listed('/chapters?limit=50')).ids).toContain(chain);
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${leaving.userId}`);
  expect((await listed('/chapters?limit=50')).ids).not.toContain(chain);
});
