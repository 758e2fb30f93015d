import { createHash } from 'node:crypto';
import { calls } from '@gyan/contract/calls.ts';
import type { Challenge } from '@gyan/contract/challenges.ts';
import type { TestApp } from './app.ts';

/** The work that the sign-up form would do; null if none is asked for. */
export async function askForWork(gyan: TestApp): Promise<Challenge | null> {
  const { body } = await gyan.request('/signup_challenge');
  return calls['GET /signup_challenge'].answer.parse(body).challenge;
}

export function solve(challenge: Challenge | null): (string | number)[] {
  if (!challenge) throw new Error('No work was asked for.');
  const { salt, target, signature, most } = challenge;
  for (let number = 0; number < most; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === target) {
      return [salt, target, signature, number];
    }
  }
  throw new Error('The work cannot be done.');
}

/** What the form sends: the solved work if there is some. */
export async function solvedWork(gyan: TestApp): Promise<{ challenge?: string }> {
  const challenge = await askForWork(gyan);
  return challenge ? { challenge: solve(challenge).join(':') } : {};
}
