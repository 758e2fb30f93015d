import { calls } from '@gyan/contract/calls.ts';
import type { ReviewInput } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { dayMs, graded, idsIn, learningCalls } from '#test/learning.ts';
import { giveScene, labelOf } from '#test/scenes.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
});
afterAll(() => gyan.close());

describe('a session', () => {
  it('has the labels of a picture, and a review keeps those that were missed', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 1);
    await giveScene(gyan.db, cardIds[0], ['Sun', 'Sea']);
    const { reviewItemVec } = await learn.session(person.token);
    const regionVec = [labelOf('Sun'), labelOf('Sea')].map(({ id, text, box, target }) => ({
      id,
      text,
      box,
      target,
    }));
    expect(reviewItemVec[0]).toMatchObject({ postModel: { hasScene: true }, regionVec });
    const review = graded(cardIds[0], 2, 0, { missedVec: ['sea'] });
    await learn.store(person.token, review);
    const rows = await gyan.db.query(sql`select missed from reviews where id = ${review.reviewId}`);
    expect(rows).toEqual([{ missed: ['sea'] }]);
    const hostile = await learn.send(person.token, [graded(cardIds[0], 2, 0, { missedVec: ['\u0000'] })]);
    expect(hostile.status).toBe(400);
  });

  it('holds new cards in the order of their chain, once they were read', async () => {
    const person = await gyan.signedIn();
    const { chapterId, cardIds } = await learn.chain(3);
    const [one, , three] = cardIds;
    await learn.study(person.token, { chapterId });
    expect(await learn.session(person.token)).toEqual({
      reviewItemVec: [],
      helpVec: [],
      maxAnswers: 30,
      done: true,
    });
    await learn.read(person.token, { postId: three });
    await learn.read(person.token, { postId: one });
    const { reviewItemVec, done } = await learn.session(person.token);
    expect(reviewItemVec.map(({ postModel }) => postModel.id)).toEqual([one, three]);
    expect(done).toBe(false);
    expect(reviewItemVec[0]).toMatchObject({
      promptModelVec: [],
      regionVec: [],
      state: 'read',
      dueAt: null,
      lastReviewAt: null,
      changed: false,
      sourceChapter: { id: chapterId },
    });
    expect(reviewItemVec[0]?.intervalVec).toEqual([60_000, 360_000, 600_000, 8 * dayMs]);
  });

  it('holds only cards that their chain shows', async () => {
    const person = await gyan.signedIn({ role: 'kAdmin' });
    const { cardIds } = await learn.studiedChain(person, 4);
    const [kept, unlisted, draft, read] = cardIds;
    const single = await makeCard(gyan.db);
    await learn.study(person.token, { postId: single });
    await learn.read(person.token, { postId: single });
    await learn.store(person.token, graded(unlisted, 3, 30), graded(draft, 3, 30));
    const listed = async () => idsIn(await learn.session(person.token));
    expect(new Set(await listed())).toEqual(new Set([...cardIds, single]));
    await gyan.db.query(sql`update cards set visibility = 'unlisted' where id = any (${[unlisted, read]})`);
    await gyan.db.query(sql`update cards set visibility = 'draft' where id = any (${[draft, single]})`);
    expect(await listed()).toEqual([kept]);
  });

  it('begins with the cards least likely to be recalled', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 4);
    const [one, two, three, four] = cardIds;
    await learn.store(person.token, graded(one, 3, 12), graded(one, 3, 11.9));
    await learn.store(person.token, graded(two, 3, 40), graded(two, 3, 39.9));
    await learn.store(person.token, graded(three, 4, 1));
    expect(idsIn(await learn.session(person.token))).toEqual([two, one, four]);
  });

  it('holds as many cards as fit into its minutes', async () => {
    const person = await gyan.signedIn();
    await learn.studiedChain(person, 35);
    expect(idsIn(await learn.session(person.token, '?minutes=5'))).toHaveLength(15);
    expect(idsIn(await learn.session(person.token))).toHaveLength(30);
    const session = await learn.session(person.token, '?minutes=20');
    expect([idsIn(session).length, session.maxAnswers]).toEqual([35, 60]);
    for (const minutes of ['7', '0', 'ten', '5.0']) {
      expect(
        (await gyan.request(`/r/review_session?minutes=${minutes}`, { token: person.token })).status,
      ).toBe(400);
    }
  });

  it('follows the person’s own pace from twenty reviews on', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 40);
    const slow = (postId: number) => graded(postId, 4, 0, { ms: 60_000 });
    await learn.store(person.token, ...cardIds.slice(0, 19).map(slow));
    expect(idsIn(await learn.session(person.token, '?minutes=5'))).toHaveLength(15);
    await learn.store(person.token, slow(cardIds[19]));
    expect(idsIn(await learn.session(person.token, '?minutes=5'))).toHaveLength(5);
    expect((await learn.overview(person.token)).dueMinutes).toBe(10);
  });

  it('offers help with five cards at a time, the last forgotten first', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 7);
    const forgotten = cardIds.flatMap((postId, index) =>
      Array.from({ length: 6 }, (_, n) => [
        graded(postId, 3, 300 - n * 20 - index),
        graded(postId, 3, 299.9 - n * 20 - index),
        graded(postId, 1, 290 - n * 20 - index),
      ]).flat(),
    );
    await learn.store(person.token, ...forgotten);
    const { helpVec, done } = await learn.session(person.token);
    expect(helpVec.map(({ postModel }) => postModel.id)).toEqual(cardIds.toReversed().slice(0, 5));
    expect(done).toBe(true);
  });

  it('leaves out what is set aside, and asks for help with what is forgotten six times', async () => {
    const person = await gyan.signedIn();
    const { chapterId, cardIds } = await learn.studiedChain(person, 2);
    const [one, two] = cardIds;
    expect((await learn.put('/r/set_aside', person.token, { postId: one, aside: true })).body).toEqual({
      aside: true,
    });
    expect(idsIn(await learn.session(person.token))).toEqual([two]);
    expect((await learn.put('/r/set_aside', person.token, { postId: one, aside: false })).body).toEqual({
      aside: false,
    });
    expect(idsIn(await learn.session(person.token))).toEqual([one, two]);
    const lapses = Array.from({ length: 6 }, (_, n) => [
      graded(two, 3, 300 - n * 20),
      graded(two, 3, 299.9 - n * 20),
      graded(two, 1, 290 - n * 20),
    ]).flat();
    const { memoryVec } = await learn.store(person.token, ...lapses);
    expect(memoryVec[0]?.lapses).toBe(6);
    const session = await learn.session(person.token);
    expect(idsIn(session)).toEqual([one]);
    expect(session.helpVec).toMatchObject([{ postModel: { id: two }, lapses: 6, chapterId }]);
    expect((await learn.put('/r/set_aside', person.token, { postId: two, keep: true })).body).toEqual({
      aside: false,
    });
    const kept = await learn.session(person.token);
    expect([idsIn(kept), kept.helpVec]).toEqual([[two, one], []]);
    expect((await learn.store(person.token, lapses[0] as ReviewInput)).memoryVec[0]?.lapses).toBe(0);
    expect((await learn.put('/r/set_aside', person.token, { postId: two })).status).toBe(400);
  });

  it('has a card that was set aside again once it is remembered by itself', async () => {
    const person = await gyan.signedIn();
    const {
      cardIds: [postId],
    } = await learn.studiedChain(person, 1);
    await learn.put('/r/set_aside', person.token, { postId, aside: true });
    expect((await learn.session(person.token)).done).toBe(true);
    await learn.study(person.token, { postId });
    expect(idsIn(await learn.session(person.token))).toEqual([postId]);
    expect((await gyan.request(`/r/memory?postId=${postId}`, { token: person.token })).body).toMatchObject({
      studied: true,
      aside: false,
    });
  });

  it('names the chain a card comes from, first one that is studied', async () => {
    const person = await gyan.signedIn();
    const [shared, single, loose] = [
      await makeCard(gyan.db),
      await makeCard(gyan.db),
      await makeCard(gyan.db),
    ] as const;
    const other = await makeChain(gyan.db, { cardIds: [shared, single] });
    const chapterId = await makeChain(gyan.db, { cardIds: [shared] });
    await learn.study(person.token, { chapterId });
    await learn.study(person.token, { postId: single });
    await learn.study(person.token, { postId: loose });
    for (const postId of [shared, single, loose]) await learn.read(person.token, { postId });
    const { reviewItemVec } = await learn.session(person.token);
    const sources = new Map(reviewItemVec.map((item) => [item.postModel.id, item.sourceChapter?.id]));
    expect(sources).toEqual(
      new Map<number, number | undefined>([
        [shared, chapterId],
        [single, other],
        [loose, undefined],
      ]),
    );
  });

  it('has nothing of what is no longer studied, and remembers it when it is again', async () => {
    const person = await gyan.signedIn();
    const { cardIds, chapterId } = await learn.studiedChain(person, 1);
    await learn.store(person.token, graded(cardIds[0], 3, 30));
    expect(idsIn(await learn.session(person.token))).toEqual(cardIds);
    expect((await learn.put('/r/study', person.token, { chapterId, studied: false })).body).toEqual({
      studied: false,
    });
    expect((await learn.session(person.token)).done).toBe(true);
    await learn.study(person.token, { postId: cardIds[0] });
    expect((await learn.session(person.token)).reviewItemVec).toMatchObject([{ state: 'learning' }]);
  });

  it('has nothing of what left the studied chain, unless another one holds it', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const person = await gyan.signedIn();
    const { chapterId, cardIds } = await learn.chain(3, owner.userId);
    const [reviewed, fresh, shared] = cardIds;
    const other = await makeChain(gyan.db, { ownerId: owner.userId, cardIds: [shared] });
    for (const postId of cardIds) await learn.read(person.token, { postId });
    await learn.study(person.token, { chapterId });
    await learn.study(person.token, { chapterId: other });
    await learn.store(person.token, graded(reviewed, 3, 30));
    expect(idsIn(await learn.session(person.token))).toEqual([reviewed, fresh, shared]);
    for (const postId of cardIds)
      await learn.put('/r/unlink_chapter_post', owner.token, { chapterId, postId });
    expect(idsIn(await learn.session(person.token))).toEqual([shared]);
    await gyan.request(`/r/post?postId=${shared}`, { method: 'DELETE', token: owner.token });
    expect((await learn.session(person.token)).done).toBe(true);
  });

  it('takes new cards in the order of the chapters of a subject, each once', async () => {
    const person = await gyan.signedIn();
    const [later, earlier] = [await learn.chain(2), await learn.chain(1)];
    const [one, two] = later.cardIds;
    const chainIds = [earlier.chapterId, await makeChain(gyan.db, { cardIds: [two] }), later.chapterId];
    const subjectId = await makeSubject(gyan.db, { chainIds });
    for (const postId of [one, two, ...earlier.cardIds]) await learn.read(person.token, { postId });
    await learn.study(person.token, { subjectId });
    expect(idsIn(await learn.session(person.token))).toEqual([...earlier.cardIds, two, one]);
  });

  it('takes a small number of statements, however many cards there are', async () => {
    const person = await gyan.signedIn();
    await learn.studiedChain(person, 3);
    const few = await countStatements(() => learn.session(person.token));
    await learn.studiedChain(person, 12);
    expect(await countStatements(() => learn.session(person.token))).toBe(few);
    expect(few).toBeLessThanOrEqual(7);
  });
});

describe('the overview', () => {
  it('lists what is begun, last opened first, until it is finished', async () => {
    const { token } = await gyan.signedIn();
    const { chapterId: first, cardIds } = await learn.chain(2);
    const [one, two] = cardIds;
    const three = await makeCard(gyan.db);
    const second = await makeChain(gyan.db, { cardIds: [three, one] });
    const subjectId = await makeSubject(gyan.db, { chainIds: [second] });
    await learn.read(token, { postId: one, chapterId: first });
    await learn.read(token, { postId: three, subjectId });
    const { continueVec, studyVec, dayVec } = await learn.overview(token);
    expect(continueVec).toMatchObject([
      // The other card of the subject was read in the first chain.
      { kind: 'chapter', id: first, placePostId: one, total: 2, readCount: 1, knownCount: 0 },
    ]);
    expect(studyVec).toEqual([]);
    expect(dayVec).toHaveLength(28);
    await learn.read(token, { postId: two, chapterId: first });
    expect((await learn.overview(token)).continueVec).toEqual([]);
  });

  it('tells where the card opened last stands', async () => {
    const { token } = await gyan.signedIn();
    const [one, two, three] = [await makeCard(gyan.db), await makeCard(gyan.db), await makeCard(gyan.db)];
    const chain = await makeChain(gyan.db, { cardIds: [one, two, three] });
    const [empty, other] = [await makeChain(gyan.db), await makeChain(gyan.db, { cardIds: [two] })];
    const subjectId = await makeSubject(gyan.db, { chainIds: [empty, chain, other] });
    await learn.read(token, { postId: two, chapterId: chain, subjectId });
    const places = async () => {
      const { continueVec } = await learn.overview(token);
      return Object.fromEntries(continueVec.map(({ kind, place }) => [kind, place]));
    };
    expect(await places()).toEqual({
      chapter: { chapter: null, card: 2, cardCount: 3 },
      subject: { chapter: 2, card: 2, cardCount: 3 },
    });
    await gyan.db.query(sql`delete from chain_cards where chain_id = ${chain} and card_id = ${two}`);
    expect(await places()).toEqual({ chapter: null, subject: { chapter: 3, card: 1, cardCount: 1 } });
  });

  it('tells what is studied, also single cards, and how much waits', async () => {
    const { token } = await gyan.signedIn();
    const {
      chapterId,
      cardIds: [one],
    } = await learn.chain(1);
    const two = await makeCard(gyan.db);
    await learn.study(token, { chapterId });
    await learn.study(token, { postId: two });
    await learn.study(token, { postId: two });
    for (const postId of [one, two]) await learn.read(token, { postId });
    expect(await learn.overview(token)).toMatchObject({
      studyVec: [{ kind: 'chapter', id: chapterId, total: 1, readCount: 1, placePostId: null }],
      studyPostVec: [{ id: two, state: 'read', aside: false }],
      dueMinutes: 1,
    });
    expect((await gyan.request(`/r/memory?postId=${two}`, { token })).body).toEqual({
      state: 'read',
      studied: true,
      aside: false,
      dueAt: null,
    });
  });

  it('counts reviews by the person’s days, which begin at four', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const zone = 'Asia/Kolkata';
    await learn.put('/r/learning_settings', token, { zone });
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    // Half past ten in the evening of the day before in UTC is four in the morning there.
    const four = Date.parse(`${yesterday}T00:00:00Z`) - 90 * 60_000;
    await learn.store(
      token,
      graded(postId, 3, 0, { at: four - 1 }),
      graded(postId, 3, 0, { at: four }),
      graded(postId, 3, 0, { at: four + 60_000 }),
    );
    const { dayVec } = await learn.overview(token);
    const counted = dayVec.filter(({ reviews }) => reviews > 0);
    expect(counted.map(({ reviews }) => reviews)).toEqual([1, 2]);
    expect(counted[1]?.day).toBe(yesterday);
  });

  it('forecasts each retention', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 5);
    await learn.store(person.token, ...cardIds.map((postId) => graded(postId, 4, 20)));
    const answer = await gyan.request('/r/learning_forecast', { token: person.token });
    const { forecastVec } = calls['GET /r/learning_forecast'].answer.parse(answer.body);
    expect(forecastVec.map(({ retention }) => retention)).toEqual(['lighter', 'usual', 'firmer']);
    const total = (minuteVec: number[]) => minuteVec.reduce((sum, minutes) => sum + minutes, 0);
    const [lighter, , firmer] = forecastVec.map(({ minuteVec }) => total(minuteVec));
    expect(firmer).toBeGreaterThanOrEqual(lighter as number);
    for (const { minuteVec, clearInDays } of forecastVec)
      expect([minuteVec.length, clearInDays]).toEqual([28, 0]);
  });
});

describe('settings', () => {
  it('begin with ten minutes and the usual retention, in the zone of the first review', async () => {
    const { token } = await gyan.signedIn();
    expect((await gyan.request('/r/learning_settings', { token })).body).toEqual({
      settings: { minutes: 10, retention: 'usual', zone: 'UTC' },
    });
    await learn.store(token, graded(await makeCard(gyan.db), 3, 1));
    expect((await learn.put('/r/learning_settings', token, { minutes: 20 })).body).toEqual({
      settings: { minutes: 20, retention: 'usual', zone: 'Asia/Kolkata' },
    });
    for (const bad of [{ minutes: 7 }, { minutes: '5' }, { retention: 'hard' }, { zone: 'Nowhere' }]) {
      expect((await learn.put('/r/learning_settings', token, bad)).status).toBe(400);
    }
  });

  it('move due dates at once with the retention, never stability', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const reviews = [graded(postId, 4, 30), graded(postId, 3, 10)];
    const [usual] = (await learn.store(token, ...reviews)).memoryVec;
    await learn.put('/r/learning_settings', token, { retention: 'firmer' });
    const [firmer] = (await learn.store(token, reviews[0] as ReviewInput)).memoryVec;
    await learn.put('/r/learning_settings', token, { retention: 'lighter' });
    const [lighter] = (await learn.store(token, reviews[0] as ReviewInput)).memoryVec;
    expect(firmer?.dueAt).toBeLessThan(usual?.dueAt as number);
    expect(lighter?.dueAt).toBeGreaterThan(usual?.dueAt as number);
    expect([firmer?.stability, lighter?.stability]).toEqual([usual?.stability, usual?.stability]);
  });
});
