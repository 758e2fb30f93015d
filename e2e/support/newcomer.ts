import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCookie } from './demo-key.ts';
import type { Person } from './people.ts';

/** Somebody whom the site has never seen. */
export const newcomer = (firstName = 'Noor'): Person & { lastName: string } => ({
  firstName,
  lastName: 'Haddad',
  email: `noor.${randomUUID()}@example.com`,
  password: 'a quiet morning',
});

/** Somebody who has signed up and not yet opened the mail. */
export async function registered(site: string): Promise<Person> {
  const person = newcomer();
  const { firstName, lastName, email, password } = person;
  await call(site, 'POST', 'register', { firstName, lastName, emailID: email, password });
  return person;
}

/** Somebody who has signed up and followed the link of the mail. */
export async function member(site: string): Promise<Person> {
  const person = await registered(site);
  await call(site, 'POST', 've', { regToken: await tokenOf(site, person.email) });
  return person;
}

/** Ends a session from elsewhere. */
export const endSession = (site: string, token: string) => call(site, 'POST', 'r/logout', {}, token);

/** Without cookies, so that no page's visit gets in the way. */
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
}

async function tokenOf(site: string, address: string): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const list = await text(`${site}/demo/mailbox`);
    const row = list.split('<li>').find((item) => item.includes(address));
    const letter = row?.match(/\/demo\/mailbox\/\d+/)?.[0];
    const token = letter && (await text(site + letter)).match(/\/ve\?rt=([\w-]+)/)?.[1];
    if (token) return token;
    await sleep(100);
  }
  throw new Error(`No letter to ${address} arrived.`);
}

const text = async (url: string) => (await fetch(url, { headers: { cookie: demoCookie() } })).text();
