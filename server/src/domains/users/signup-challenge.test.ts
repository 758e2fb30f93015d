import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { askForWork, solve } from '#test/signup-challenge.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ signupChallenge: true });
});
afterAll(() => gyan.close());

const signUp = (emailID: string, challenge?: (string | number)[], app = gyan) =>
  app.request('/register', {
    method: 'POST',
    body: {
      firstName: 'A',
      lastName: 'B',
      password: 'quiet river',
      emailID,
      challenge: challenge?.join(':'),
    },
  });

it('under attack a sign-up needs work, which counts once', async () => {
  expect((await signUp('one@example.org')).status).toBe(400);
  const solved = solve(await askForWork(gyan));
  expect((await signUp('two@example.org', solved.with(3, 60_000))).status).toBe(400);
  const forged = solved.with(2, '0'.repeat(64));
  expect((await signUp('three@example.org', forged)).status).toBe(400);
  expect((await signUp('four@example.org', solved)).status).toBe(200);
  expect((await signUp('five@example.org', solved)).status).toBe(400);
});

it('the twentieth sign-up of an address in an hour needs work, and those of others none', async () => {
  const open = await startApp({ rateLimits: true, trustedProxies: ['127.0.0.1'] });
  try {
    for (let count = 1; count < 20; count += 1) {
      expect(await askForWork(open)).toBeNull();
      expect((await signUp(`pupil-${count}@example.org`, undefined, open)).status).toBe(200);
    }
    const challenge = await askForWork(open);
    expect((await signUp('pupil-20@example.org', undefined, open)).body).toMatchObject({
      status: 400,
      fields: [{ field: 'challenge' }],
    });
    expect((await signUp('pupil-20@example.org', solve(challenge), open)).status).toBe(200);
    const elsewhere = await open.request('/signup_challenge', {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    });
    expect(elsewhere.body).toEqual({ challenge: null });
  } finally {
    await open.close();
  }
});
