import { randomUUID } from 'node:crypto';
import type { Grade, ReviewInput } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { graded, learningCalls } from '#test/learning.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
});
afterAll(() => gyan.close());

describe('reviews', () => {
  it('are stored once, however often they are sent, in whatever case their id is written', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const review = graded(postId, 3, 2);
    const first = await learn.store(token, review, review);
    expect(first).toMatchObject({ ignored: 1, refusedVec: [], memoryVec: [{ postId, state: 'learning' }] });
    const again = await learn.store(token, { ...review, reviewId: review.reviewId.toUpperCase(), grade: 1 });
    expect(again).toEqual({ ...first, ignored: 1, memoryVec: [expect.objectContaining({ postId })] });
    expect(again.memoryVec[0]?.stability).toBe(first.memoryVec[0]?.stability);
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toHaveLength(1);
  });

  it('of the same id by two people are two', async () => {
    const [one, other] = [await gyan.signedIn(), await gyan.signedIn()];
    const review = graded(await makeCard(gyan.db), 3, 2);
    await learn.store(one.token, review);
    expect(await learn.store(other.token, review)).toMatchObject({ ignored: 0, memoryVec: [{ lapses: 0 }] });
  });

  it('count as reading the card', async () => {
    const { token } = await gyan.signedIn();
    const {
      chapterId,
      cardIds: [postId],
    } = await learn.chain(1);
    await learn.store(token, graded(postId, 1, 0));
    expect(await learn.progress(token, `chapterId=${chapterId}`)).toMatchObject({ readCount: 1 });
  });

  it('are refused one by one when their time is out of range or their card cannot be seen', async () => {
    const { token, userId } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const blocker = await gyan.signedIn();
    const hidden = graded(await makeCard(gyan.db, { ownerId: blocker.userId }), 3, 1);
    await learn.put('/r/block', blocker.token, { userId, blocked: true });
    const [good, past, future, missing] = [
      graded(postId, 3, 399),
      graded(postId, 3, 401),
      graded(postId, 3, -1.01),
      graded(999_999_999, 3, 1),
    ];
    expect(await learn.store(token, past, future, missing, hidden, good)).toMatchObject({
      ignored: 0,
      memoryVec: [{ postId }],
      refusedVec: [
        { reviewId: past.reviewId, code: 'at_out_of_range' },
        { reviewId: future.reviewId, code: 'at_out_of_range' },
        { reviewId: missing.reviewId, code: 'not_found' },
        { reviewId: hidden.reviewId, code: 'not_found' },
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
        (await learn.send(token, [good, { ...graded(postId, 3, 1), ...bad }])).status,
        JSON.stringify(bad),
      ).toBe(400);
    }
    expect((await learn.send(token, [])).status).toBe(400);
    expect(
      (
        await learn.send(
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
    const before = await learn.store(token, first);
    await learn.store(token, second);
    expect((await learn.undo(other.token, second.reviewId)).status).toBe(404);
    const undone = await learn.undo(token, second.reviewId);
    expect(undone.body).toMatchObject({ memory: { stability: before.memoryVec[0]?.stability } });
    expect((await learn.undo(token, second.reviewId)).status).toBe(200);
    expect(await learn.store(token, second)).toMatchObject({ ignored: 1, memoryVec: [{ lapses: 0 }] });
    expect((await learn.undo(token, first.reviewId.toUpperCase())).body).toEqual({ memory: null });
    expect((await learn.undo(token, randomUUID())).status).toBe(404);
    expect((await learn.undo(token, 'x')).status).toBe(400);
  });

  it('of a deleted card stay without it', async () => {
    const person = await gyan.signedIn();
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const postId = await makeCard(gyan.db, { ownerId: owner.userId });
    const review = graded(postId, 3, 5);
    await learn.store(person.token, review);
    const deleted = await gyan.request(`/r/post?postId=${postId}`, { method: 'DELETE', token: owner.token });
    expect(deleted.status).toBe(200);
    expect(await gyan.db.query(sql`select from reviews where card_id = ${postId}`)).toHaveLength(1);
    expect(await gyan.db.query(sql`select from memories where card_id = ${postId}`)).toEqual([]);
    expect((await learn.undo(person.token, review.reviewId)).body).toEqual({ memory: null });
  });

  it('are undone while their card is being deleted', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const [first, second] = [graded(postId, 3, 5), graded(postId, 3, 3)];
    await learn.store(token, first, second);
    const undone = await learn.duringDeletionOf(postId, () => learn.undo(token, second.reviewId));
    expect([undone.status, undone.body]).toEqual([200, { memory: null }]);
  });

  it('sent at the same moment by two devices make one memory', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const reviews = Array.from({ length: 12 }, (_, n) => graded(postId, ((n % 4) + 1) as Grade, 40 - 3 * n));
    await Promise.all(reviews.map((review) => learn.store(token, review, reviews[0] as ReviewInput)));
    const { memoryVec: mixed } = await learn.store(token, reviews[0] as ReviewInput);
    const other = await gyan.signedIn();
    const { memoryVec: inOrder } = await learn.store(other.token, ...reviews);
    const { intervalVec: _, ...expected } = inOrder[0] as (typeof inOrder)[number];
    expect(mixed[0]).toMatchObject(expected);
  });
});
