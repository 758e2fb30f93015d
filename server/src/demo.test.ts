import type { SignedIn } from '@gyan/contract/auth.ts';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { demoComments, demoInterests, demoLikes } from '../../demo/activity.ts';
import { demoLearner } from '../../demo/learner.ts';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { demoTopics } from '../../demo/topics.ts';
import { seedDemo } from './demo.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ demo: true });
  await seedDemo(gyan.deps);
}, 120_000);
afterAll(() => gyan.close());

it('holds every like and comment, and every count fits', async () => {
  const [row] = await gyan.db.query(sql`
    select (select count(*) from comments) as comments,
      (select count(*) from card_likes) + (select count(*) from chain_likes) + (select count(*) from subject_likes) as likes`);
  expect(row).toEqual({
    comments: demoComments.length,
    likes: demoLikes.reduce((sum, { by }) => sum + by.length, 0),
  });
  expect(await brokenInvariants(gyan.db)).toEqual([]);
});

it('has cards for every topic', async () => {
  const rows = await gyan.db.query<{ name: string }>(sql`
    select name from topics where photo_id is not null and (select count(*) from card_topics where topic_id = topics.id) >= 3`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(demoTopics.map(({ name }) => name).toSorted());
});

it('keeps everything somebody made in their lists', async () => {
  const lost = await gyan.db.query(sql`
    select id from chains where not exists (select from user_chains where chain_id = chains.id and user_id = owner_id)
    union all
    select id from subjects where not exists (select from user_subjects where subject_id = subjects.id and user_id = owner_id)`);
  expect(lost).toEqual([]);
});

it('marks its people, so that they can be kept out when the demo is off', async () => {
  const marked = await gyan.db.query<{ email: string }>(sql`select email from users where is_demo`);
  expect(marked.map(({ email }) => email).toSorted()).toEqual(
    demoPeople.map(({ email }) => email).toSorted(),
  );
});

it('is not added to what is there already', async () => {
  expect(await seedDemo(gyan.deps)).toBe(false);
});

it('shows somebody who signs in what they like and wrote', async () => {
  const sofia = demoPeople.find((person) => person.key === 'sofia');
  const login = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: sofia?.email, password: demoPassword },
  });
  const { authToken }: SignedIn = login.body;
  const trending: AnswerOf<'GET /r/posts'> = (
    await gyan.request('/r/posts?trending=true', { token: authToken })
  ).body;
  const liked = trending.postModelVec.filter((card) => card.likedByViewer);
  expect(liked).toHaveLength(
    demoLikes.filter(({ kind, by }) => kind === 'card' && by.includes('sofia')).length,
  );
  const commented = trending.postModelVec.find((card) => card.commentCount > 1);
  const detail: AnswerOf<'GET /post'> = (await gyan.request(`/post?postId=${commented?.id}`)).body;
  const times = detail.commentModelVec.map((comment) => comment.createdAt);
  expect(times).toHaveLength(commented?.commentCount ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const topics: AnswerOf<'GET /r/topics'> = (await gyan.request('/r/topics', { token: authToken })).body;
  const interests = demoInterests.find(({ by }) => by === 'sofia')?.topics;
  expect(topics.topicModelVec.map(({ name }) => name.toLowerCase())).toEqual(interests);
});

it('gives the learner a subject to continue, finished ones, and a review of about five minutes', async () => {
  const arjun = demoPeople.find(({ key }) => key === demoLearner.person);
  const login = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: arjun?.email, password: demoPassword },
  });
  const { authToken }: SignedIn = login.body;
  const overview: AnswerOf<'GET /r/learning'> = (await gyan.request('/r/learning', { token: authToken }))
    .body;
  const { continueVec, studyVec, dueMinutes, dayVec } = overview;
  expect(continueVec).toMatchObject([{ kind: 'subject', readCount: demoLearner.readOfBegun }]);
  expect(studyVec.filter(({ readCount, total }) => readCount === total)).toHaveLength(
    demoLearner.finished.length,
  );
  expect(studyVec.some(({ knownCount }) => knownCount > 0)).toBe(true);
  expect(dueMinutes).toBeGreaterThanOrEqual(4);
  expect(dueMinutes).toBeLessThanOrEqual(6);
  expect(dayVec.filter(({ reviews }) => reviews > 0).length).toBeGreaterThan(10);
});

it('gives everybody a feed of their own people and topics, spread over weeks, newest first', async () => {
  for (const { email } of demoPeople) {
    const login = await gyan.request('/login', {
      method: 'POST',
      body: { emailId: email, password: demoPassword },
    });
    const { authToken }: SignedIn = login.body;
    const { feedItemModelVec }: AnswerOf<'GET /r/feed'> = (
      await gyan.request('/r/feed', { token: authToken })
    ).body;
    const activities = feedItemModelVec.filter(({ feedItemType }) => !feedItemType.endsWith('Create'));
    const times = activities.map(({ createdAt }) => createdAt);
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((times[0] ?? 0) - (times.at(-1) ?? 0)).toBeGreaterThan(7 * 86_400 * 1e9);
  }
});

it('gives everybody several kinds of notices to read', async () => {
  for (const { email } of demoPeople) {
    const login = await gyan.request('/login', {
      method: 'POST',
      body: { emailId: email, password: demoPassword },
    });
    const { authToken }: SignedIn = login.body;
    const answer = await gyan.request('/r/notices', { token: authToken });
    const { noticeModelVec, unreadCount } = calls['GET /r/notices'].answer.parse(answer.body);
    const unread = noticeModelVec.filter((notice) => notice.unread);
    expect(new Set(unread.map(({ kind }) => kind)).size, email).toBeGreaterThanOrEqual(3);
    expect(unreadCount, email).toBeLessThan(30);
  }
});
