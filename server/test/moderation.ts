import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Db } from '#db/pool.ts';
import type { TestApp } from './app.ts';
import { makeConnection } from './factories.ts';

export interface Person {
  userId: number;
  token: string;
}

/** A member whose account is not new any more. */
export async function established(gyan: TestApp): Promise<Person> {
  const person = await gyan.signedIn();
  const friend = await gyan.signedIn();
  await makeConnection(gyan.db, person.userId, friend.userId);
  return person;
}

/** The factories give scores of their own; triggers compute them anew when an object is restored. */
export async function computeScores(db: Db): Promise<void> {
  await db.query(sql`update cards set score = trending_score(like_count, comment_count, great, created_at)`);
  await db.query(sql`update chains set score = trending_score(like_count, 0, great, created_at)`);
  await db.query(sql`update subjects set score = trending_score(like_count, 0, great, created_at)`);
}

export const reasons = { rule: 'spam', text: 'Too many links.' };

export async function report(gyan: TestApp, by: Person, kind: string, id: number, reason = 'spam') {
  const answer = await gyan.request('/r/report', {
    method: 'POST',
    token: by.token,
    body: { kind, id, reason, text: 'Please look.' },
  });
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/report'].answer.parse(answer.body).reportId;
}

export const act = (gyan: TestApp, admin: Person, body: Record<string, unknown>) =>
  gyan.request('/r/case_act', { method: 'POST', token: admin.token, body });

export async function acted(gyan: TestApp, admin: Person, body: Record<string, unknown>) {
  const answer = await act(gyan, admin, body);
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/case_act'].answer.parse(answer.body).caseModel;
}

export async function statementsOf(gyan: TestApp, person: Person) {
  const answer = await gyan.request('/r/my_statements', { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/my_statements'].answer.parse(answer.body).statementModelVec;
}

export async function caseOf(gyan: TestApp, admin: Person, caseId: number): Promise<AnswerOf<'GET /r/case'>> {
  const answer = await gyan.request(`/r/case?caseId=${caseId}`, { token: admin.token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/case'].answer.parse(answer.body);
}
