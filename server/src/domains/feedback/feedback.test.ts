import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import { limits } from '@gyan/contract/limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({
    operatorEmail: 'operator@example.org',
    rateLimits: true,
    limits: { ...limits, feedback: { address: { points: 5, seconds: 3_600 } } },
  });
});
afterAll(() => gyan.close());

const send = (body: object) => gyan.request('/feedback', { method: 'POST', body });

async function read(token: string, page = ''): Promise<AnswerOf<'GET /r/feedback'>> {
  const answer = await gyan.request(`/r/feedback${page}`, { token });
  return calls['GET /r/feedback'].answer.parse(answer.body);
}

it('is kept, mailed to the operator, and read by admins only, newest first', async () => {
  expect(
    (await send({ name: 'Ann', emailId: 'ann@example.org', feedback: 'Lovely.\nMore maps!' })).body,
  ).toEqual({});
  expect((await send({ feedback: 'Call me <b>back</b>', kind: 'contact' })).status).toBe(200);
  const admin = await gyan.signedIn({ role: 'kAdmin' });
  const first = await read(admin.token, '?limit=1');
  expect(first.feedbackModelVec).toMatchObject([{ kind: 'contact', feedback: 'Call me <b>back</b>' }]);
  const second = await read(admin.token, `?limit=1&cursor=${first.nextCursor}`);
  expect(second.feedbackModelVec).toMatchObject([
    { kind: 'feedback', name: 'Ann', emailId: 'ann@example.org', feedback: 'Lovely.\nMore maps!' },
  ]);
  expect(second.nextCursor).toBeUndefined();
  expect((await emailTo(gyan.db, 'operator@example.org', 'feedback', { count: 2 })).text).toContain(
    'Call me',
  );
  const { token } = await gyan.signedIn({ role: 'kCreator' });
  expect((await gyan.request('/r/feedback', { token })).status).toBe(403);
});

it('needs a message, and not too many of them', async () => {
  const empty = await send({ name: 'Ann', feedback: '  ' });
  expect(empty).toMatchObject({ status: 400, body: { detail: 'Message needs to be specified' } });
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await send({ feedback: `Again ${i}` })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await emailsTo(gyan.db, 'operator@example.org')).length).toBeLessThan(6);
});
