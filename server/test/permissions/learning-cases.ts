import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  about,
  always,
  type Case,
  type CaseContext,
  cardOf,
  chainOf,
  draft,
  draftKnown,
  ownerKnows,
  ownerOrAdmin,
  plain,
  subjectOf,
  userBeingDeleted,
  withVisible,
} from './cases.ts';

/** A stored review of this user. */
async function reviewOf(s: CaseContext, userId: number): Promise<string> {
  const [reviewId, cardId] = [randomUUID(), await cardOf(s, s.ownerId)];
  await s.gyan.db.query(sql`
    insert into reviews (user_id, id, card_id, grade, reviewed_at, zone, took_ms)
    values (${userId}, ${reviewId}, ${cardId}, 3, now(), 'UTC', 1000)`);
  return reviewId;
}

const review = (postId: number) => ({
  reviewId: randomUUID(),
  postId,
  grade: 3,
  at: Date.now(),
  zone: 'UTC',
  ms: 1000,
});

const prompts = { promptVec: [{ kind: 'question', question: 'Why?', answer: 'Because.' }] };

export const learningCases = {
  'PUT /r/reading': [
    ...withVisible(cardOf, (postId) => ({ body: { postId } })),
    about(
      'in a subject of',
      async (s) => {
        const postId = await cardOf(s, s.ownerId);
        const chapterId = await chainOf(s, s.ownerId, [postId]);
        return { body: { postId, chapterId, subjectId: await subjectOf(s, s.ownerId, [chapterId]) } };
      },
      always('done'),
    ),
  ],
  'GET /r/progress': [
    ...withVisible(chainOf, (chapterId) => ({ query: { chapterId } })),
    ...withVisible(subjectOf, (subjectId) => ({ query: { subjectId } })),
  ],
  'GET /r/learning': [plain()],
  'PUT /r/study': [
    ...withVisible(cardOf, (postId) => ({ body: { postId, studied: true } })),
    ...withVisible(chainOf, (chapterId) => ({ body: { chapterId, studied: true } })),
    ...withVisible(subjectOf, (subjectId) => ({ body: { subjectId, studied: true } })),
  ],
  'GET /r/memory': withVisible(cardOf, (postId) => ({ query: { postId } })),
  'GET /r/review_session': [plain()],
  'POST /r/reviews': [
    about(
      'card of',
      async (s) => ({ body: { reviewVec: [review(await cardOf(s, s.ownerId))] } }),
      always('done'),
    ),
  ],
  'DELETE /r/review': [
    about('review of', async (s) => ({ query: { reviewId: await reviewOf(s, s.ownerId) } }), ownerKnows),
  ],
  'PUT /r/set_aside': withVisible(cardOf, (postId) => ({ body: { postId, aside: true } })),
  'GET /review_demo': [plain()],
  'GET /read_next': [
    about(
      'after a chain',
      async (s) => ({ query: { chapterId: await chainOf(s, s.ownerId) } }),
      always('done'),
    ),
    about(
      'after a subject',
      async (s) => ({ query: { subjectId: await subjectOf(s, s.ownerId) } }),
      always('done'),
    ),
    about(
      'after a draft',
      async (s) => ({ query: { chapterId: await draft(chainOf)(s, s.ownerId) } }),
      always('not_found'),
    ),
    plain(
      async (s) => ({ query: { subjectId: await subjectOf(s, await userBeingDeleted(s)) } }),
      always('not_found'),
      'of a leaver',
    ),
  ],
  'GET /r/learning_settings': [plain()],
  'PUT /r/learning_settings': [plain({ body: { minutes: 5 } })],
  'GET /r/learning_forecast': [plain()],
  'GET /prompts': [
    about('there', async (s) => ({ query: { postId: await cardOf(s, s.ownerId) } }), always('done')),
    about(
      'that is a draft',
      async (s) => ({ query: { postId: await draft(cardOf)(s, s.ownerId) } }),
      always('not_found'),
    ),
    plain(
      async (s) => ({ query: { postId: await cardOf(s, await userBeingDeleted(s)) } }),
      always('not_found'),
      'of a leaver',
    ),
  ],
  'GET /r/prompts': withVisible(cardOf, (postId) => ({ query: { postId } })),
  'PUT /r/prompts': [
    about('there', async (s) => ({ body: { postId: await cardOf(s, s.ownerId), ...prompts } }), ownerOrAdmin),
    about(
      'a draft of',
      async (s) => ({ body: { postId: await draft(cardOf)(s, s.ownerId), ...prompts } }),
      draftKnown,
    ),
  ],
} satisfies Record<string, Case[]>;
