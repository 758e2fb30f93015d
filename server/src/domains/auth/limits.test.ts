import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { solvedWork } from '#test/signup-challenge.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ rateLimits: true });
});
beforeEach(async () => {
  await gyan.db.query(sql`delete from rate_limits`);
});
afterAll(() => gyan.close());

async function statuses(times: number, send: (index: number) => Promise<{ status: number }>) {
  const received: number[] = [];
  for (let index = 0; index < times; index += 1) received.push((await send(index)).status);
  return received;
}

it('takes sixty sign-ups from one address in an hour, late ones with work', async () => {
  await gyan.db.query(sql`
    insert into rate_limits (key, points, expire)
    values ('register:address:127.0.0.1', 58, ${Date.now() + 3_600_000})`);
  const person = { firstName: 'A', lastName: 'B', password: 'quiet river' };
  const received = await statuses(3, async (index) =>
    gyan.request('/register', {
      method: 'POST',
      body: { ...person, emailID: `limit-${index}@example.org`, ...(await solvedWork(gyan)) },
    }),
  );
  expect(received).toEqual([200, 200, 429]);
});

it.each(['known@example.org', 'unknown@example.org'])('lets five ask for a reset of %s', async (emailId) => {
  if (emailId.startsWith('known')) await makeUser(gyan.db, { email: emailId });
  const received = await statuses(6, () =>
    gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId } }),
  );
  expect(received).toEqual([200, 200, 200, 200, 200, 429]);
});

it('counts e-mails asked for again together with resets', async () => {
  const email = 'resender@example.org';
  const { token } = await gyan.signedIn({ email, password: 'quiet river', verified: false });
  await statuses(3, () => gyan.request('/r/resendverification', { method: 'POST', token }));
  const received = await statuses(3, () =>
    gyan.request('/resetpasswordreq', { method: 'PUT', body: { emailId: email.toUpperCase() } }),
  );
  expect(received).toEqual([200, 200, 429]);
});

it('stops guessing at one account after five, known or not, and leaves open sessions alone', async () => {
  const email = 'guessed@example.org';
  const { token } = await gyan.signedIn({ email, password: 'quiet river' });
  for (const emailId of [email, 'nobody@example.org']) {
    const received = await statuses(6, () =>
      gyan.request('/login', { method: 'POST', body: { emailId, password: 'not this one' } }),
    );
    expect(received).toEqual([400, 400, 400, 400, 400, 429]);
  }
  const right = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: email, password: 'quiet river' },
  });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await gyan.request('/r/user', { token })).status).toBe(200);
});

it('does not even look at a right password that comes behind a rush of wrong ones', async () => {
  const email = 'hurried@example.org';
  await gyan.signedIn({ email, password: 'quiet river' });
  const login = (password: string) =>
    gyan.request('/login', { method: 'POST', body: { emailId: email, password } });
  const rush = Promise.all(Array.from({ length: 20 }, () => login('not this one')));
  // By now all requests have arrived, and most wait for their password check.
  await sleep(25);
  const right = await login('quiet river');
  const wrong = (await rush).map(({ status }) => status);
  expect(right.status).toBe(429);
  expect(wrong.filter((status) => status === 400)).toHaveLength(5);
});

it('takes nothing from those who know their password', async () => {
  const email = 'regular@example.org';
  await gyan.signedIn({ email, password: 'quiet river' });
  const received = await statuses(30, () =>
    gyan.request('/login', { method: 'POST', body: { emailId: email, password: 'quiet river' } }),
  );
  expect(new Set(received)).toEqual(new Set([200]));
});

it('does not look at a right present password behind a rush of wrong ones either', async () => {
  const { userId, token } = await gyan.signedIn({ email: 'borrowed@example.org', password: 'quiet river' });
  await gyan.db.query(
    sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${userId}`,
  );
  const deleteAccount = (currentPasswd: string) =>
    gyan.request('/r/account', { method: 'DELETE', token, body: { currentPasswd } });
  const rush = Promise.all(Array.from({ length: 20 }, () => deleteAccount('not this one')));
  await sleep(25);
  const right = await deleteAccount('quiet river');
  const wrong = (await rush).map(({ status }) => status);
  expect(right.status).toBe(429);
  expect(wrong.filter((status) => status === 403)).toHaveLength(5);
});
