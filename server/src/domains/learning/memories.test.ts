import { randomUUID } from 'node:crypto';
import type { Grade } from '@gyan/contract/learning.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#http/viewer.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { storeReviews, undoReview } from './reviews.ts';
import { type Memory, replay } from './scheduler.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const logs = 10_000;
const people = 10;
/** More than a request may hold, so that there are fewer transactions. */
const batch = 1000;
const now = new Date();

interface Review {
  reviewId: string;
  postId: number;
  grade: Grade;
  at: number;
  zone: string;
  ms: number;
  undone: boolean;
}

/** A log of a card: the reviews with their day, and whether they are undone. */
const log = fc.array(
  fc.record({
    daysAgo: fc.integer({ min: 0, max: 390 }),
    grade: fc.constantFrom<Grade>(1, 2, 3, 4),
    undone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
type Log = { daysAgo: number; grade: Grade; undone: boolean }[];

it('are the same whatever order, repetition and undoing thousands of logs arrive in', async () => {
  const owner = await makeUser(gyan.db, { role: 'kCreator' });
  const cards = await gyan.db.query<{ id: number }>(sql`
    insert into cards (url_text, owner_id, type, title)
    select 'remembered-' || n, ${owner}, 'kCustom', 'Card' from generate_series(1, ${logs / people}::integer) as n
    returning id`);
  const cardIds = cards.map(({ id }) => id);
  const drawn = fc.sample(log, { numRuns: logs, seed: 20 });
  const drawnFor = (person: number) => drawn.slice(person * cardIds.length, (person + 1) * cardIds.length);
  for (let person = 0; person < people; person += 2) {
    const both = [storeLogs(cardIds, drawnFor(person)), storeLogs(cardIds, drawnFor(person + 1))];
    for (const { live, replayed } of await Promise.all(both)) expect(live).toEqual(replayed);
  }
}, 120_000);

/** Stores one log for each card as a new user; returns the memories in the table and those of a replay. */
async function storeLogs(cardIds: readonly number[], drawn: readonly Log[]) {
  const userId = await makeUser(gyan.db);
  const viewer: Viewer = { userId, role: 'kRegular', emailVerified: true, sessionId: 0, signedInAt: now };
  const byCard = cardIds.map((postId, index) =>
    (drawn[index] ?? []).map(
      ({ daysAgo, grade, undone }, n): Review => ({
        reviewId: randomUUID(),
        postId,
        grade,
        at: now.getTime() - daysAgo * 24 * 3600 * 1000,
        zone: 'UTC',
        ms: 1000,
        undone: undone && n % 3 === 0,
      }),
    ),
  );
  const reviews = byCard.flat();
  // Two devices send in their own order; a quarter comes twice.
  const sent = [...reviews, ...reviews.filter((_, n) => n % 4 === 0)].toSorted((one, other) =>
    one.reviewId.slice(9) < other.reviewId.slice(9) ? -1 : 1,
  );
  const half = Math.ceil(sent.length / 2);
  const device = async (ofDevice: Review[]) => {
    for (let start = 0; start < ofDevice.length; start += batch) {
      await storeReviews(gyan.db, viewer, ofDevice.slice(start, start + batch), now);
    }
  };
  await Promise.all([device(sent.slice(0, half)), device(sent.slice(half))]);
  const undone = new Set(reviews.flatMap((review) => (review.undone ? [review.reviewId] : [])).slice(0, 40));
  for (const reviewId of undone) await undoReview(gyan.db, viewer, reviewId, now);

  const replayed = byCard.flatMap((ofCard, index) => {
    const left = ofCard
      .filter(({ reviewId }) => !undone.has(reviewId))
      .toSorted((one, other) => one.at - other.at || (one.reviewId < other.reviewId ? -1 : 1))
      .map(({ at, grade }) => ({ at: new Date(at), grade }));
    const memory = replay(left, 'usual');
    return memory ? [{ cardId: cardIds[index], ...memory }] : [];
  });
  const live = await gyan.db.query<Memory & { cardId: number }>(sql`
    select card_id as "cardId", phase, stability, difficulty, due_at as "dueAt", last_review_at as "lastReviewAt",
      scheduled_days as "scheduledDays", step, reps, lapses
    from memories where user_id = ${userId} and stability is not null
    order by card_id`);
  return { live, replayed };
}
