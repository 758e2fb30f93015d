import { randomUUID } from 'node:crypto';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { Grade, ReviewInput } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { TestApp, TestResponse } from './app.ts';
import { makeCard, makeChain, makeUser } from './factories.ts';

export const dayMs = 24 * 3600 * 1000;

export interface Learner {
  userId: number;
  token: string;
}

/** A review of that many days ago. */
export function graded(
  postId: number,
  grade: Grade,
  daysAgo: number,
  more: Partial<ReviewInput> = {},
): ReviewInput {
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

export const idsIn = ({ reviewItemVec }: AnswerOf<'GET /r/review_session'>) =>
  reviewItemVec.map(({ postModel }) => postModel.id);

const waitingForLock = sql`
  select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

/** The calls of a learner; each expects to succeed unless it returns the response. */
export function learningCalls(gyan: TestApp) {
  const put = (path: string, token: string, body: object) =>
    gyan.request(path, { method: 'PUT', token, body });

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
    const answer = await gyan.request(`/r/progress?${query}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/progress'].answer.parse(answer.body);
  }

  async function session(token: string, query = '') {
    const answer = await gyan.request(`/r/review_session${query}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/review_session'].answer.parse(answer.body);
  }

  async function overview(token: string) {
    const answer = await gyan.request('/r/learning', { token });
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/learning'].answer.parse(answer.body);
  }

  const send = (token: string, reviewVec: object[]) =>
    gyan.request('/r/reviews', { method: 'POST', token, body: { reviewVec } });

  async function store(token: string, ...reviewVec: ReviewInput[]) {
    const answer = await send(token, reviewVec);
    expect(answer.status, answer.text).toBe(200);
    return calls['POST /r/reviews'].answer.parse(answer.body);
  }

  const undo = (token: string, reviewId: string) =>
    gyan.request(`/r/review?reviewId=${reviewId}`, { method: 'DELETE', token });

  /** A chain of that many new cards, which belong to one user. */
  async function chain<Count extends number>(count: Count, ownerId?: number) {
    const owner = ownerId ?? (await makeUser(gyan.db, { role: 'kCreator' }));
    const cardIds: number[] = [];
    for (let n = 0; n < count; n += 1) cardIds.push(await makeCard(gyan.db, { ownerId: owner }));
    const chapterId = await makeChain(gyan.db, { ownerId: owner, cardIds });
    return { chapterId, cardIds: cardIds as Ids<Count> & number[] };
  }

  /** The same, read and studied by this user. */
  async function studiedChain<Count extends number>(person: Learner, count: Count) {
    const { chapterId, cardIds } = await chain(count);
    await Promise.all(cardIds.map((postId) => read(person.token, { postId, chapterId })));
    await study(person.token, { chapterId });
    return { chapterId, cardIds };
  }

  /** Sends a request while a card is being deleted; the deletion ends once the request waits for it. */
  async function duringDeletionOf(cardId: number, request: () => Promise<TestResponse>) {
    const { answer } = await gyan.db.transaction(async (tx) => {
      await tx.query(sql`delete from cards where id = ${cardId}`);
      const sent = request();
      await expect.poll(() => gyan.db.query(waitingForLock)).toHaveLength(1);
      return { answer: sent };
    });
    return answer;
  }

  return {
    put,
    read,
    study,
    progress,
    session,
    overview,
    send,
    store,
    undo,
    chain,
    studiedChain,
    duringDeletionOf,
  };
}

/** As many ids as the count says, so that tests can name each card. */
type Ids<Count extends number, List extends number[] = []> = List['length'] extends Count
  ? List
  : Ids<Count, [...List, number]>;
