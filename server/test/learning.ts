import { randomUUID } from 'node:crypto';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { Grade, ReviewInput } from '@gyan/contract/learning.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { makeCard, makeChain } from './factories.ts';

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

  /** A chain of that many cards, each read and studied by this person. */
  async function studiedChain(person: Learner, count: number) {
    const cardIds: number[] = [];
    for (let n = 0; n < count; n += 1) cardIds.push(await makeCard(gyan.db));
    const chapterId = await makeChain(gyan.db, { cardIds });
    for (const postId of cardIds) await read(person.token, { postId, chapterId });
    await study(person.token, { chapterId });
    return { chapterId, cardIds: cardIds as [number, ...number[]] };
  }

  return { put, read, study, progress, session, overview, send, store, undo, studiedChain };
}
