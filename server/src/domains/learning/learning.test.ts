import { randomUUID } from 'node:crypto';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { Grade, ReviewInput } from '@gyan/contract/learning.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

const dayMs = 24 * 3600 * 1000;

type Person = { userId: number; token: string };
let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const put = (path: string, token: string, body: object) => gyan.ask(path, { method: 'PUT', token, body });

async function read(token: string, body: { postId: number; chapterId?: number; subjectId?: number }) {
  const answer = await put('/r/reading', token, body);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'PUT /r/reading'>).state;
}

async function study(token: string, body: object) {
  const answer = await put('/r/study', token, { studied: true, ...body });
  expect(answer.status, answer.text).toBe(200);
}

async function progress(token: string, query: string) {
  const answer = await gyan.ask(`/r/progress?${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/progress'].answer.parse(answer.body);
}

async function session(token: string, query = '') {
  const answer = await gyan.ask(`/r/review_session${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/review_session'].answer.parse(answer.body);
}

const idsIn = ({ reviewItemVec }: Awaited<ReturnType<typeof session>>) =>
  reviewItemVec.map(({ postModel }) => postModel.id);

async function overview(token: string) {
  const answer = await gyan.ask('/r/learning', { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/learning'].answer.parse(answer.body);
}

function graded(postId: number, grade: Grade, daysAgo: number, more: Partial<ReviewInput> = {}): ReviewInput {
  return {
    reviewId: randomUUID(),
    postId,
    grade,
    at: Date.now() - Math.round(daysAgo * dayMs),
    zone: 'Asia/Kolkata',
    ms: 8000,
    ...more,
  };
}

const send = (token: string, reviewVec: object[]) =>
  gyan.ask('/r/reviews', { method: 'POST', token, body: { reviewVec } });

async function store(token: string, ...reviewVec: ReviewInput[]) {
  const answer = await send(token, reviewVec);
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/reviews'].answer.parse(answer.body);
}

const undo = (token: string, reviewId: string) =>
  gyan.ask(`/r/review?reviewId=${reviewId}`, { method: 'DELETE', token });

/** A chain of that many cards, each read and studied by this person. */
async function studiedChain(person: Person, count: number) {
  const cardIds: number[] = [];
  for (let n = 0; n < count; n += 1) cardIds.push(await makeCard(gyan.db));
  const chapterId = await makeChain(gyan.db, { cardIds });
  for (const postId of cardIds) await read(person.token, { postId, chapterId });
  await study(person.token, { chapterId });
  return { chapterId, cardIds: cardIds as [number, ...number[]] };
}

describe('reading', () => {
  it('marks a card as read and remembers the place in its chain and subject', async () => {
    const { token } = await gyan.signedIn();
    const [one, two, three] = [await makeCard(gyan.db), await makeCard(gyan.db), await makeCard(gyan.db)];
    const chapterId = await makeChain(gyan.db, { cardIds: [one, two, three] });
    const subjectId = await makeSubject(gyan.db, { chainIds: [chapterId] });
    expect(await progress(token, `subjectId=${subjectId}`)).toMatchObject({
      total: 3,
      readCount: 0,
      knownCount: 0,
      placePostId: null,
      studied: false,
    });
    expect(await read(token, { postId: one, chapterId, subjectId })).toBe('read');
    expect(await read(token, { postId: two, chapterId, subjectId })).toBe('read');
    for (const query of [`subjectId=${subjectId}`, `chapterId=${chapterId}`]) {
      expect(await progress(token, query)).toEqual({
        total: 3,
        readCount: 2,
        knownCount: 0,
        placePostId: two,
        placeUrlText: expect.any(String),
        studied: false,
        postStateVec: [
          { postId: one, state: 'read', changed: false },
          { postId: two, state: 'read', changed: false },
          { postId: three, state: 'new', changed: false },
        ],
      });
    }
  });

  it('keeps the place while the author reorders, and forgets it when the card leaves', async () => {
    const { token } = await gyan.signedIn();
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const [one, two] = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const chapterId = await makeChain(gyan.db, { ownerId: owner.userId, cardIds: [one, two] });
    await read(token, { postId: two, chapterId });
    const moved = await put('/r/link_chapter_post', owner.token, { chapterId, postId: two, rank: 0.5 });
    expect(moved.status).toBe(200);
    expect((await progress(token, `chapterId=${chapterId}`)).placePostId).toBe(two);
    await put('/r/unlink_chapter_post', owner.token, { chapterId, postId: two });
    expect(await progress(token, `chapterId=${chapterId}`)).toMatchObject({ placePostId: null, total: 1 });
  });

  it('refuses a card that is not in that chain or subject, and changes nothing', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const chapterId = await makeChain(gyan.db);
    const answer = await put('/r/reading', token, { postId, chapterId });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'conflict' }]);
    expect(await gyan.db.query(sql`select from readings where card_id = ${postId}`)).toEqual([]);
    expect((await put('/r/reading', token, { postId: 999_999_999 })).status).toBe(404);
  });

  it('takes one statement beside the session lookup', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    expect(await countStatements(() => read(token, { postId }))).toBe(2);
  });

  it('says when a card was edited since it was read', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const chapterId = await makeChain(gyan.db, { cardIds: [postId] });
    await read(token, { postId, chapterId });
    await gyan.db.query(sql`update cards set edited_at = now() + interval '1 second' where id = ${postId}`);
    expect((await progress(token, `chapterId=${chapterId}`)).postStateVec).toEqual([
      { postId, state: 'read', changed: true },
    ]);
  });
});

describe('progress', () => {
  it('counts a card once in a subject that holds it twice, and agrees between two chains', async () => {
    const { token } = await gyan.signedIn();
    const [shared, other] = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const first = await makeChain(gyan.db, { cardIds: [shared] });
    const second = await makeChain(gyan.db, { cardIds: [other, shared] });
    const subjectId = await makeSubject(gyan.db, { chainIds: [first, second] });
    await read(token, { postId: shared, chapterId: first });
    expect(await progress(token, `subjectId=${subjectId}`)).toMatchObject({ total: 2, readCount: 1 });
    expect(await progress(token, `chapterId=${first}`)).toMatchObject({ total: 1, readCount: 1 });
    expect(await progress(token, `chapterId=${second}`)).toMatchObject({ total: 2, readCount: 1 });
  });

  it('knows a card that is remembered for three weeks, until its recall falls', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const chapterId = await makeChain(gyan.db, { cardIds: [postId] });
    const easy = [0, 1, 2].map((n) => graded(postId, 4, 60 - n * 25));
    const { memoryVec } = await store(token, ...easy);
    expect(memoryVec[0]?.stability).toBeGreaterThan(21);
    expect(await progress(token, `chapterId=${chapterId}`)).toMatchObject({ readCount: 1, knownCount: 1 });
    await gyan.db.query(
      sql`update memories set last_review_at = now() - interval '9 years' where card_id = ${postId}`,
    );
    expect(await progress(token, `chapterId=${chapterId}`)).toMatchObject({ readCount: 1, knownCount: 0 });
  });

  it('leaves out cards of people I blocked and cards of people who left', async () => {
    const { token } = await gyan.signedIn();
    const blocked = await gyan.signedIn({ role: 'kCreator' });
    const left = await gyan.signedIn({ role: 'kCreator' });
    const cardIds = [
      await makeCard(gyan.db),
      await makeCard(gyan.db, { ownerId: blocked.userId }),
      await makeCard(gyan.db, { ownerId: left.userId }),
    ] as const;
    const chapterId = await makeChain(gyan.db, { cardIds: [...cardIds] });
    for (const postId of cardIds) await read(token, { postId, chapterId });
    await study(token, { chapterId });
    expect(idsIn(await session(token))).toEqual([...cardIds]);
    await put('/r/block', token, { userId: blocked.userId, blocked: true });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${left.userId}`);
    expect(await progress(token, `chapterId=${chapterId}`)).toMatchObject({ total: 1, readCount: 1 });
    expect(idsIn(await session(token))).toEqual([cardIds[0]]);
  });

  it('stays within its bounds whatever happens to the cards', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const { token } = await gyan.signedIn();
    const [one, two] = [
      await makeChain(gyan.db, { ownerId: owner.userId }),
      await makeChain(gyan.db, { ownerId: owner.userId }),
    ];
    const subjectId = await makeSubject(gyan.db, { ownerId: owner.userId, chainIds: [one, two] });
    const cards: number[] = [];
    for (let n = 0; n < 6; n += 1) cards.push(await makeCard(gyan.db, { ownerId: owner.userId }));
    const step = fc.record({
      act: fc.constantFrom('link', 'unlink', 'move', 'read', 'review', 'undo', 'delete'),
      card: fc.nat({ max: 5 }),
      chain: fc.constantFrom(one, two),
      grade: fc.constantFrom<Grade>(1, 2, 3, 4),
      daysAgo: fc.integer({ min: 0, max: 300 }),
    });
    let lastReview: string | undefined;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const { act, card, chain, grade, daysAgo } of steps) {
          const postId = cards[card] as number;
          const link = { chapterId: chain, postId };
          if (act === 'link') await put('/r/link_chapter_post', owner.token, link);
          if (act === 'move') await put('/r/link_chapter_post', owner.token, { ...link, rank: daysAgo });
          if (act === 'unlink') await put('/r/unlink_chapter_post', owner.token, link);
          if (act === 'read') await put('/r/reading', token, { postId });
          if (act === 'review') {
            const review = graded(postId, grade, daysAgo);
            lastReview = review.reviewId;
            await send(token, [review]);
          }
          if (act === 'undo' && lastReview) await undo(token, lastReview);
          if (act === 'delete') {
            await gyan.ask(`/r/post?postId=${postId}`, { method: 'DELETE', token: owner.token });
            cards[card] = await makeCard(gyan.db, { ownerId: owner.userId });
          }
        }
        const all = [
          await progress(token, `chapterId=${one}`),
          await progress(token, `chapterId=${two}`),
          await progress(token, `subjectId=${subjectId}`),
        ];
        const states = new Map<number, string>();
        for (const { total, readCount, knownCount, postStateVec } of all) {
          expect(knownCount).toBeLessThanOrEqual(readCount);
          expect(readCount).toBeLessThanOrEqual(total);
          expect(postStateVec.length).toBe(total);
          for (const { postId, state } of postStateVec) {
            expect(states.get(postId) ?? state).toBe(state);
            states.set(postId, state);
          }
        }
        expect(new Set(all[2]?.postStateVec.map(({ postId }) => postId))).toEqual(
          new Set(
            [...(all[0]?.postStateVec ?? []), ...(all[1]?.postStateVec ?? [])].map(({ postId }) => postId),
          ),
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('a session', () => {
  it('holds new cards in the order of their chain, once they were read', async () => {
    const person = await gyan.signedIn();
    const [one, two, three] = [await makeCard(gyan.db), await makeCard(gyan.db), await makeCard(gyan.db)];
    const chapterId = await makeChain(gyan.db, { cardIds: [one, two, three] });
    await study(person.token, { chapterId });
    expect(await session(person.token)).toEqual({ reviewItemVec: [], helpVec: [], done: true });
    await read(person.token, { postId: three });
    await read(person.token, { postId: one });
    const { reviewItemVec, done } = await session(person.token);
    expect(reviewItemVec.map(({ postModel }) => postModel.id)).toEqual([one, three]);
    expect(done).toBe(false);
    expect(reviewItemVec[0]).toMatchObject({
      promptModelVec: [],
      regionVec: [],
      state: 'read',
      dueAt: null,
      lastReviewAt: null,
      changed: false,
    });
    expect(reviewItemVec[0]?.intervalVec).toEqual([60_000, 360_000, 600_000, 8 * dayMs]);
  });

  it('begins with the cards least likely to be recalled', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await studiedChain(person, 4);
    const [one, two, three, four] = cardIds as [number, number, number, number];
    await store(person.token, graded(one, 3, 12), graded(one, 3, 11.9));
    await store(person.token, graded(two, 3, 40), graded(two, 3, 39.9));
    await store(person.token, graded(three, 4, 1));
    expect(idsIn(await session(person.token))).toEqual([two, one, four]);
  });

  it('holds as many cards as fit into its minutes', async () => {
    const person = await gyan.signedIn();
    await studiedChain(person, 35);
    expect(idsIn(await session(person.token, '?minutes=5'))).toHaveLength(15);
    expect(idsIn(await session(person.token))).toHaveLength(30);
    expect(idsIn(await session(person.token, '?minutes=20'))).toHaveLength(35);
    for (const minutes of ['7', '0', 'ten', '5.0']) {
      expect((await gyan.ask(`/r/review_session?minutes=${minutes}`, { token: person.token })).status).toBe(
        400,
      );
    }
  });

  it('follows the person’s own pace from twenty reviews on', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await studiedChain(person, 40);
    const slow = (postId: number) => graded(postId, 4, 0, { ms: 60_000 });
    await store(person.token, ...cardIds.slice(0, 19).map(slow));
    expect(idsIn(await session(person.token, '?minutes=5'))).toHaveLength(15);
    await store(person.token, slow(cardIds[19] as number));
    expect(idsIn(await session(person.token, '?minutes=5'))).toHaveLength(5);
    expect((await overview(person.token)).dueMinutes).toBe(10);
  });

  it('leaves out what is set aside, and asks for help with what is forgotten six times', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await studiedChain(person, 2);
    const [one, two] = cardIds as [number, number];
    expect((await put('/r/set_aside', person.token, { postId: one, aside: true })).body).toEqual({
      aside: true,
    });
    expect(idsIn(await session(person.token))).toEqual([two]);
    expect((await put('/r/set_aside', person.token, { postId: one, aside: false })).body).toEqual({
      aside: false,
    });
    expect(idsIn(await session(person.token))).toEqual([one, two]);
    const lapses = Array.from({ length: 6 }, (_, n) => [
      graded(two, 3, 300 - n * 20),
      graded(two, 3, 299.9 - n * 20),
      graded(two, 1, 290 - n * 20),
    ]).flat();
    const { memoryVec } = await store(person.token, ...lapses);
    expect(memoryVec[0]?.lapses).toBe(6);
    const asking = await session(person.token);
    expect(idsIn(asking)).toEqual([one]);
    expect(asking.helpVec).toMatchObject([{ postModel: { id: two }, lapses: 6 }]);
    expect((await put('/r/set_aside', person.token, { postId: two, keep: true })).body).toEqual({
      aside: false,
    });
    const kept = await session(person.token);
    expect([idsIn(kept), kept.helpVec]).toEqual([[two, one], []]);
    expect((await store(person.token, lapses[0] as ReviewInput)).memoryVec[0]?.lapses).toBe(0);
    expect((await put('/r/set_aside', person.token, { postId: two })).status).toBe(400);
  });

  it('has nothing of what is no longer studied, and remembers it when it is again', async () => {
    const person = await gyan.signedIn();
    const { cardIds, chapterId } = await studiedChain(person, 1);
    await store(person.token, graded(cardIds[0], 3, 30));
    expect(idsIn(await session(person.token))).toEqual(cardIds);
    expect((await put('/r/study', person.token, { chapterId, studied: false })).body).toEqual({
      studied: false,
    });
    expect((await session(person.token)).done).toBe(true);
    await study(person.token, { postId: cardIds[0] });
    expect((await session(person.token)).reviewItemVec).toMatchObject([{ state: 'learning' }]);
  });

  it('takes a small number of statements, however many cards there are', async () => {
    const person = await gyan.signedIn();
    await studiedChain(person, 3);
    const few = await countStatements(() => session(person.token));
    await studiedChain(person, 12);
    expect(await countStatements(() => session(person.token))).toBe(few);
    expect(few).toBeLessThanOrEqual(6);
  });
});

describe('reviews', () => {
  it('are stored once, whoever sends them again, in whatever case their id is written', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const review = graded(postId, 3, 2);
    const first = await store(token, review, review);
    expect(first).toMatchObject({ ignored: 1, refusedVec: [], memoryVec: [{ postId, state: 'learning' }] });
    const again = await store(token, { ...review, reviewId: review.reviewId.toUpperCase(), grade: 1 });
    expect(again).toEqual({ ...first, ignored: 1, memoryVec: [expect.objectContaining({ postId })] });
    expect(again.memoryVec[0]?.stability).toBe(first.memoryVec[0]?.stability);
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toHaveLength(1);
  });

  it('of the same id by two people are two', async () => {
    const [one, other] = [await gyan.signedIn(), await gyan.signedIn()];
    const review = graded(await makeCard(gyan.db), 3, 2);
    await store(one.token, review);
    expect(await store(other.token, review)).toMatchObject({ ignored: 0, memoryVec: [{ lapses: 0 }] });
  });

  it('count as reading the card', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const chapterId = await makeChain(gyan.db, { cardIds: [postId] });
    await store(token, graded(postId, 1, 0));
    expect(await progress(token, `chapterId=${chapterId}`)).toMatchObject({ readCount: 1 });
  });

  it('are refused one by one when their time is out of range or their card is gone', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const [good, early, late, gone] = [
      graded(postId, 3, 399),
      graded(postId, 3, 401),
      graded(postId, 3, -1.01),
      graded(999_999_999, 3, 1),
    ];
    expect(await store(token, early, late, gone, good)).toMatchObject({
      ignored: 0,
      memoryVec: [{ postId }],
      refusedVec: [
        { reviewId: early.reviewId, code: 'at_out_of_range' },
        { reviewId: late.reviewId, code: 'at_out_of_range' },
        { reviewId: gone.reviewId, code: 'not_found' },
      ],
    });
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toHaveLength(1);
  });

  it('are refused as a whole when one is malformed', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const good = graded(postId, 3, 1);
    for (const bad of [
      { grade: 5 },
      { grade: '3' },
      { reviewId: 'one' },
      { zone: 'Mars/Olympus' },
      { zone: '+05:30' },
      { at: 'now' },
      { ms: -1 },
      { postId: 0 },
    ]) {
      expect(
        (await send(token, [good, { ...graded(postId, 3, 1), ...bad }])).status,
        JSON.stringify(bad),
      ).toBe(400);
    }
    expect((await send(token, [])).status).toBe(400);
    expect(
      (
        await send(
          token,
          Array.from({ length: 201 }, () => graded(postId, 3, 1)),
        )
      ).status,
    ).toBe(400);
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toEqual([]);
  });

  it('are undone, again and for good', async () => {
    const { token } = await gyan.signedIn();
    const other = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const [first, second] = [graded(postId, 3, 5), graded(postId, 1, 3)];
    const before = await store(token, first);
    await store(token, second);
    expect((await undo(other.token, second.reviewId)).status).toBe(404);
    const undone = await undo(token, second.reviewId);
    expect(undone.body).toMatchObject({ memory: { stability: before.memoryVec[0]?.stability } });
    expect((await undo(token, second.reviewId)).status).toBe(200);
    expect(await store(token, second)).toMatchObject({ ignored: 1, memoryVec: [{ lapses: 0 }] });
    expect((await undo(token, first.reviewId.toUpperCase())).body).toEqual({ memory: null });
    expect((await undo(token, randomUUID())).status).toBe(404);
    expect((await undo(token, 'x')).status).toBe(400);
  });

  it('of a deleted card stay without it', async () => {
    const person = await gyan.signedIn();
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const postId = await makeCard(gyan.db, { ownerId: owner.userId });
    const review = graded(postId, 3, 5);
    await store(person.token, review);
    const deleted = await gyan.ask(`/r/post?postId=${postId}`, { method: 'DELETE', token: owner.token });
    expect(deleted.status).toBe(200);
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toHaveLength(1);
    expect(await gyan.db.query(sql`select from memories where card_id = ${postId}`)).toEqual([]);
    expect((await undo(person.token, review.reviewId)).body).toEqual({ memory: null });
  });

  it('sent at the same moment by two devices make one memory', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const reviews = Array.from({ length: 12 }, (_, n) => graded(postId, ((n % 4) + 1) as Grade, 40 - 3 * n));
    await Promise.all(reviews.map((review) => store(token, review, reviews[0] as ReviewInput)));
    const { memoryVec: mixed } = await store(token, reviews[0] as ReviewInput);
    const other = await gyan.signedIn();
    const { memoryVec: inOrder } = await store(other.token, ...reviews);
    const { intervalVec: _, ...expected } = inOrder[0] as (typeof inOrder)[number];
    expect(mixed[0]).toMatchObject(expected);
  });
});

describe('settings', () => {
  it('begin with ten minutes and the usual retention, in the zone of the first review', async () => {
    const { token } = await gyan.signedIn();
    expect((await gyan.ask('/r/learning_settings', { token })).body).toEqual({
      settings: { minutes: 10, retention: 'usual', zone: 'UTC' },
    });
    await store(token, graded(await makeCard(gyan.db), 3, 1));
    expect((await put('/r/learning_settings', token, { minutes: 20 })).body).toEqual({
      settings: { minutes: 20, retention: 'usual', zone: 'Asia/Kolkata' },
    });
    for (const bad of [{ minutes: 7 }, { minutes: '5' }, { retention: 'hard' }, { zone: 'Nowhere' }]) {
      expect((await put('/r/learning_settings', token, bad)).status).toBe(400);
    }
  });

  it('move due dates at once with the retention, never stability', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const reviews = [graded(postId, 4, 30), graded(postId, 3, 10)];
    const [usual] = (await store(token, ...reviews)).memoryVec;
    await put('/r/learning_settings', token, { retention: 'firmer' });
    const [firmer] = (await store(token, reviews[0] as ReviewInput)).memoryVec;
    await put('/r/learning_settings', token, { retention: 'lighter' });
    const [lighter] = (await store(token, reviews[0] as ReviewInput)).memoryVec;
    expect(firmer?.dueAt).toBeLessThan(usual?.dueAt as number);
    expect(lighter?.dueAt).toBeGreaterThan(usual?.dueAt as number);
    expect([firmer?.stability, lighter?.stability]).toEqual([usual?.stability, usual?.stability]);
  });
});

describe('the overview', () => {
  it('lists what is begun, last opened first, until it is finished', async () => {
    const { token } = await gyan.signedIn();
    const [one, two, three] = [await makeCard(gyan.db), await makeCard(gyan.db), await makeCard(gyan.db)];
    const first = await makeChain(gyan.db, { cardIds: [one, two] });
    const second = await makeChain(gyan.db, { cardIds: [three, one] });
    const subjectId = await makeSubject(gyan.db, { chainIds: [second] });
    await read(token, { postId: one, chapterId: first });
    await read(token, { postId: three, subjectId });
    const { continueVec, studyVec, dayVec } = await overview(token);
    expect(continueVec).toMatchObject([
      // The other card of the subject was read in the first chain.
      { kind: 'chapter', id: first, placePostId: one, total: 2, readCount: 1, knownCount: 0 },
    ]);
    expect(studyVec).toEqual([]);
    expect(dayVec).toHaveLength(28);
    await read(token, { postId: two, chapterId: first });
    expect((await overview(token)).continueVec).toEqual([]);
  });

  it('tells what is studied, also single cards, and how much waits', async () => {
    const { token } = await gyan.signedIn();
    const [one, two] = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const chapterId = await makeChain(gyan.db, { cardIds: [one] });
    await study(token, { chapterId });
    await study(token, { postId: two });
    await study(token, { postId: two });
    for (const postId of [one, two]) await read(token, { postId });
    expect(await overview(token)).toMatchObject({
      studyVec: [{ kind: 'chapter', id: chapterId, total: 1, readCount: 1, placePostId: null }],
      studyPostVec: [{ id: two, state: 'read', aside: false }],
      dueMinutes: 1,
    });
    expect((await gyan.ask(`/r/memory?postId=${two}`, { token })).body).toEqual({
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
    await put('/r/learning_settings', token, { zone });
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    // Half past ten in the evening of the day before in UTC is four in the morning there.
    const four = Date.parse(`${yesterday}T00:00:00Z`) - 90 * 60_000;
    await store(
      token,
      graded(postId, 3, 0, { at: four - 1 }),
      graded(postId, 3, 0, { at: four }),
      graded(postId, 3, 0, { at: four + 60_000 }),
    );
    const { dayVec } = await overview(token);
    const counted = dayVec.filter(({ reviews }) => reviews > 0);
    expect(counted.map(({ reviews }) => reviews)).toEqual([1, 2]);
    expect(counted[1]?.day).toBe(yesterday);
  });

  it('forecasts each retention', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await studiedChain(person, 5);
    await store(person.token, ...cardIds.map((postId) => graded(postId, 4, 20)));
    const answer = await gyan.ask('/r/learning_forecast', { token: person.token });
    const { forecastVec } = calls['GET /r/learning_forecast'].answer.parse(answer.body);
    expect(forecastVec.map(({ retention }) => retention)).toEqual(['lighter', 'usual', 'firmer']);
    const total = (minuteVec: number[]) => minuteVec.reduce((sum, minutes) => sum + minutes, 0);
    const [lighter, , firmer] = forecastVec.map(({ minuteVec }) => total(minuteVec));
    expect(firmer).toBeGreaterThanOrEqual(lighter as number);
    for (const { minuteVec, clearInDays } of forecastVec)
      expect([minuteVec.length, clearInDays]).toEqual([28, 0]);
  });
});

describe('prompts', () => {
  const text = 'Water boils at 100 degrees at sea level. Higher up it boils sooner.';

  async function cardOf(owner: Person) {
    return makeCard(gyan.db, { ownerId: owner.userId, text });
  }

  async function prompts(postId: number, token?: string) {
    const answer = await gyan.ask(`${token ? '/r' : ''}/prompts?postId=${postId}`, token ? { token } : {});
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/prompts'].answer.parse(answer.body);
  }

  it('are suggested to those who may edit the card, and asked of learners once accepted', async () => {
    const [owner, reader] = [await gyan.signedIn({ role: 'kCreator' }), await gyan.signedIn()];
    const postId = await cardOf(owner);
    expect((await prompts(postId, reader.token)).suggestedVec).toEqual([]);
    const { suggestedVec } = await prompts(postId, owner.token);
    expect(suggestedVec).toMatchObject([
      { kind: 'cloze', question: 'Water boils at 100 degrees at sea level.', answer: '100' },
    ]);
    const saved = await put('/r/prompts', owner.token, { postId, promptVec: suggestedVec });
    expect(saved.status, saved.text).toBe(200);
    expect((await prompts(postId)).promptModelVec).toMatchObject(suggestedVec);
    expect((await prompts(postId, owner.token)).suggestedVec).toEqual([]);
    await read(reader.token, { postId });
    await study(reader.token, { postId });
    expect((await session(reader.token)).reviewItemVec[0]?.promptModelVec).toMatchObject(suggestedVec);
  });

  it('keep their ids while they stay, in the order given', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const postId = await cardOf(owner);
    const question = (n: number) => ({ kind: 'question', question: `Question ${n}?`, answer: `Answer ${n}` });
    await put('/r/prompts', owner.token, { postId, promptVec: [question(1), question(2), question(3)] });
    const [one, , three] = (await prompts(postId)).promptModelVec;
    await put('/r/prompts', owner.token, {
      postId,
      promptVec: [
        { ...question(3), promptId: three?.promptId },
        question(4),
        { ...question(5), promptId: one?.promptId },
      ],
    });
    expect((await prompts(postId)).promptModelVec).toMatchObject([
      { promptId: three?.promptId, question: 'Question 3?' },
      { question: 'Question 4?' },
      { promptId: one?.promptId, question: 'Question 5?' },
    ]);
  });

  it('are refused when a cloze does not fit, when they are too many or of another card', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const [postId, other] = [await cardOf(owner), await cardOf(owner)];
    const good = { kind: 'question', question: 'Why?', answer: 'Because.' };
    await put('/r/prompts', owner.token, { postId: other, promptVec: [good] });
    const foreign = (await prompts(other)).promptModelVec[0]?.promptId;
    for (const promptVec of [
      [{ kind: 'cloze', question: 'Not in there.', answer: 'Not' }],
      [{ kind: 'cloze', question: 'Higher up it boils sooner.', answer: 'later' }],
      [{ ...good, promptId: foreign }],
      [{ ...good, kind: 'riddle' }],
      [{ ...good, answer: ' ' }],
      Array.from({ length: 9 }, () => good),
    ]) {
      expect((await put('/r/prompts', owner.token, { postId, promptVec })).status).toBe(400);
    }
    expect((await prompts(postId)).promptModelVec).toEqual([]);
  });

  it('wait while the card is locked, and a cloze is not asked once its sentence is gone', async () => {
    const [owner, reader] = [await gyan.signedIn({ role: 'kCreator' }), await gyan.signedIn()];
    const postId = await cardOf(owner);
    const cloze = { kind: 'cloze', question: 'Higher up it boils sooner.', answer: 'sooner' };
    const promptVec = [cloze];
    await put('/r/prompts', owner.token, { postId, promptVec });
    expect((await put('/r/prompts', reader.token, { postId, promptVec })).body).toMatchObject({
      code: 'forbidden',
    });
    await gyan.db.query(sql`update cards set text = 'Something else.' where id = ${postId}`);
    expect((await prompts(postId, reader.token)).promptModelVec).toEqual([]);
    expect((await prompts(postId, owner.token)).promptModelVec).toMatchObject(promptVec);
    await gyan.db.query(sql`update cards set locked = true where id = ${postId}`);
    expect((await put('/r/prompts', owner.token, { postId, promptVec: [] })).body).toMatchObject({
      code: 'card_locked',
    });
  });
});
