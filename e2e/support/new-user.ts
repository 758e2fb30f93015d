import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { demoCookie } from './demo-key.ts';
import type { Person } from './people.ts';

/** Data of a user who has not signed up. */
export const newUser = (firstName = 'Noor'): Person & { lastName: string } => ({
  firstName,
  lastName: 'Haddad',
  email: `noor.${randomUUID()}@example.com`,
  password: 'a quiet morning',
});

/** Signs up a user; the address is not verified. */
export async function registered(site: string): Promise<Person> {
  const person = newUser();
  const { firstName, lastName, email, password } = person;
  await call(site, 'POST', 'register', { firstName, lastName, emailID: email, password });
  return person;
}

/** A user with an open session, which saves hashing the password again. */
export interface Member extends Person {
  userId: number;
  token: string;
}

/** Signs up a user and verifies the address, which opens a session. */
export async function member(site: string): Promise<Member> {
  const person = await registered(site);
  const regToken = await findVerificationToken(site, person.email);
  const answer = await call(site, 'POST', 've', { regToken });
  const { authToken: token, userModel } = (await answer.json()) as AnswerOf<'POST /ve'>;
  return { ...person, userId: userModel.userId, token };
}

/** Ends a session by API. */
export const endSession = (site: string, token: string) => call(site, 'POST', 'r/logout', {}, token);

/** Calls the API without cookies. */
async function call(site: string, method: string, path: string, body: object, token?: string) {
  const answer = await fetch(`${site}/api/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} /${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function findVerificationToken(site: string, address: string): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const list = await text(`${site}/demo/mailbox`);
    const row = list.split('<li>').find((item) => item.includes(address));
    const emailPath = row?.match(/\/demo\/mailbox\/\d+/)?.[0];
    const token = emailPath && (await text(site + emailPath)).match(/\/ve\?rt=([\w-]+)/)?.[1];
    if (token) return token;
    await sleep(100);
  }
  throw new Error(`No e-mail to ${address} arrived.`);
}

const text = async (url: string) => (await fetch(url, { headers: { cookie: demoCookie() } })).text();
