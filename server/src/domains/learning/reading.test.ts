import type { Grade } from '@gyan/contract/learning.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { graded, idsIn, learningCalls } from '#test/learning.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
});
afterAll(() => gyan.close());

describe('reading', () => {
  it('marks a card as read and remembers the place in its chain and subject', async () => {
    const { token } = await gyan.signedIn();
    const { chapterId, cardIds } = await learn.chain(3);
    const [one, two, three] = cardIds;
    const subjectId = await makeSubject(gyan.db, { chainIds: [chapterId] });
    expect(await learn.progress(token, `subjectId=${subjectId}`)).toMatchObject({
      total: 3,
      readCount: 0,
      knownCount: 0,
      placePostId: null,
      studied: false,
    });
    expect(await learn.read(token, { postId: one, chapterId, subjectId })).toBe('read');
    expect(await learn.read(token, { postId: two, chapterId, subjectId })).toBe('read');
    for (const query of [`subjectId=${subjectId}`, `chapterId=${chapterId}`]) {
      expect(await learn.progress(token, query)).toEqual({
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
    const { chapterId, cardIds } = await learn.chain(2, owner.userId);
    const [, two] = cardIds;
    await learn.read(token, { postId: two, chapterId });
    const moved = await learn.put('/r/link_chapter_post', owner.token, { chapterId, postId: two, rank: 0.5 });
    expect(moved.status).toBe(200);
    expect((await learn.progress(token, `chapterId=${chapterId}`)).placePostId).toBe(two);
    await learn.put('/r/unlink_chapter_post', owner.token, { chapterId, postId: two });
    expect(await learn.progress(token, `chapterId=${chapterId}`)).toMatchObject({
      placePostId: null,
      total: 1,
    });
  });

  it('refuses a card that is not in that chain or subject, and changes nothing', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const chapterId = await makeChain(gyan.db);
    const answer = await learn.put('/r/reading', token, { postId, chapterId });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'conflict' }]);
    expect(await gyan.db.query(sql`select from readings where card_id = ${postId}`)).toEqual([]);
    expect((await learn.put('/r/reading', token, { postId: 999_999_999 })).status).toBe(404);
  });

  it('does not find a card that is being deleted', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    const answer = await learn.duringDeletionOf(postId, () => learn.put('/r/reading', token, { postId }));
    expect(answer.status).toBe(404);
  });

  it('takes one statement beside the session lookup', async () => {
    const { token } = await gyan.signedIn();
    const postId = await makeCard(gyan.db);
    expect(await countStatements(() => learn.read(token, { postId }))).toBe(2);
  });

  it('says when a card was edited since it was read', async () => {
    const { token } = await gyan.signedIn();
    const {
      chapterId,
      cardIds: [postId],
    } = await learn.chain(1);
    await learn.read(token, { postId, chapterId });
    await gyan.db.query(sql`update cards set edited_at = now() + interval '1 second' where id = ${postId}`);
    expect((await learn.progress(token, `chapterId=${chapterId}`)).postStateVec).toEqual([
      { postId, state: 'read', changed: true },
    ]);
  });
});

describe('progress', () => {
  it('counts a card once in a subject that holds it twice, and agrees between two chains', async () => {
    const { token } = await gyan.signedIn();
    const { chapterId: second, cardIds } = await learn.chain(2);
    const [, shared] = cardIds;
    const first = await makeChain(gyan.db, { cardIds: [shared] });
    const subjectId = await makeSubject(gyan.db, { chainIds: [first, second] });
    await learn.read(token, { postId: shared, chapterId: first });
    expect(await learn.progress(token, `subjectId=${subjectId}`)).toMatchObject({ total: 2, readCount: 1 });
    expect(await learn.progress(token, `chapterId=${first}`)).toMatchObject({ total: 1, readCount: 1 });
    expect(await learn.progress(token, `chapterId=${second}`)).toMatchObject({ total: 2, readCount: 1 });
  });

  it('knows a card that is remembered for three weeks, until its recall falls', async () => {
    const { token } = await gyan.signedIn();
    const {
      chapterId,
      cardIds: [postId],
    } = await learn.chain(1);
    const easy = [0, 1, 2].map((n) => graded(postId, 4, 60 - n * 25));
    const { memoryVec } = await learn.store(token, ...easy);
    expect(memoryVec[0]?.stability).toBeGreaterThan(21);
    expect(await learn.progress(token, `chapterId=${chapterId}`)).toMatchObject({
      readCount: 1,
      knownCount: 1,
    });
    await gyan.db.query(
      sql`update memories set last_review_at = now() - interval '9 years' where card_id = ${postId}`,
    );
    expect(await learn.progress(token, `chapterId=${chapterId}`)).toMatchObject({
      readCount: 1,
      knownCount: 0,
    });
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
    for (const postId of cardIds) await learn.read(token, { postId, chapterId });
    await learn.study(token, { chapterId });
    expect(idsIn(await learn.session(token))).toEqual([...cardIds]);
    await learn.put('/r/block', token, { userId: blocked.userId, blocked: true });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${left.userId}`);
    expect(await learn.progress(token, `chapterId=${chapterId}`)).toMatchObject({ total: 1, readCount: 1 });
    expect(idsIn(await learn.session(token))).toEqual([cardIds[0]]);
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
      action: fc.constantFrom('link', 'unlink', 'move', 'read', 'review', 'undo', 'delete'),
      card: fc.nat({ max: 5 }),
      chain: fc.constantFrom(one, two),
      grade: fc.constantFrom<Grade>(1, 2, 3, 4),
      daysAgo: fc.integer({ min: 0, max: 300 }),
    });
    let lastReview: string | undefined;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const { action, card, chain, grade, daysAgo } of steps) {
          const postId = cards[card] as number;
          const link = { chapterId: chain, postId };
          if (action === 'link') await learn.put('/r/link_chapter_post', owner.token, link);
          if (action === 'move')
            await learn.put('/r/link_chapter_post', owner.token, { ...link, rank: daysAgo });
          if (action === 'unlink') await learn.put('/r/unlink_chapter_post', owner.token, link);
          if (action === 'read') await learn.put('/r/reading', token, { postId });
          if (action === 'review') {
            const review = graded(postId, grade, daysAgo);
            lastReview = review.reviewId;
            await learn.send(token, [review]);
          }
          if (action === 'undo' && lastReview) await learn.undo(token, lastReview);
          if (action === 'delete') {
            await gyan.request(`/r/post?postId=${postId}`, { method: 'DELETE', token: owner.token });
            cards[card] = await makeCard(gyan.db, { ownerId: owner.userId });
          }
        }
        const all = [
          await learn.progress(token, `chapterId=${one}`),
          await learn.progress(token, `chapterId=${two}`),
          await learn.progress(token, `subjectId=${subjectId}`),
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
      { numRuns: 15 },
    );
  });
});
