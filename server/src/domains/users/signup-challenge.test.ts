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

async function askForWork(): Promise<Challenge> {
  const { body } = await gyan.request('/signup_challenge');
  const { challenge } = calls['GET /signup_challenge'].answer.parse(body);
  if (!challenge) throw new Error('No work was asked for.');
  return challenge;
}

function solve({ salt, target, signature, most }: Challenge) {
  for (let number = 0; number < most; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === target) {
      return [salt, target, signature, number];
    }
  }
  throw new Error('The work cannot be done.');
}

const signUp = (emailID: string, challenge?: (string | number)[]) =>
  gyan.request('/register', {
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
