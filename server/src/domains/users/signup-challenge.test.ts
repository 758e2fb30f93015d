import { createHash } from 'node:crypto';
import { calls } from '@gyan/contract/calls.ts';
import type { Challenge } from '@gyan/contract/challenges.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ signupChallenge: true });
});
afterAll(() => gyan.close());

async function askForWork(app = gyan): Promise<Challenge | null> {
  const { body } = await app.request('/signup_challenge');
  const { challenge } = calls['GET /signup_challenge'].answer.parse(body);
  return challenge;
}

function solve(challenge: Challenge | null) {
  if (!challenge) throw new Error('No work was asked for.');
  const { salt, target, signature, most } = challenge;
  for (let number = 0; number < most; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === target) {
      return [salt, target, signature, number];
    }
  }
  throw new Error('The work cannot be done.');
}

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
  const solved = solve(await askForWork());
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
