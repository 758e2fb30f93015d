import { randomInt } from 'node:crypto';
import { member } from './newcomer.ts';
import type { Person } from './people.ts';

export interface NamedMember extends Person {
  lastName: string;
  fullName: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = () => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');

/** A member whom a search by name finds alone, among everybody whom other journeys have signed up. */
export async function namedMember(site: string): Promise<NamedMember> {
  const person = await member(site);
  const [firstName, lastName] = [`Z${word()}`, `Q${word()}`];
  const token = await tokenOf(site, person);
  const renamed = await ask(site, 'PUT', 'r/updateusername', { body: { firstName, lastName }, token });
  if (!renamed.ok) throw new Error(`${person.email} cannot be renamed: ${await renamed.text()}`);
  return { ...person, firstName, lastName, fullName: `${firstName} ${lastName}` };
}

interface Asking {
  body?: object;
  token?: string;
}

/** Asks the site without a browser, and so without cookies. */
export const ask = (site: string, method: string, path: string, { body, token }: Asking = {}) =>
  fetch(`${site}/api/v1/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });

export const signInFromElsewhere = (site: string, { email, password }: Pick<Person, 'email' | 'password'>) =>
  ask(site, 'POST', 'login', { body: { emailId: email, password } });

export async function tokenOf(site: string, person: Person): Promise<string> {
  const answer = await signInFromElsewhere(site, person);
  if (!answer.ok) throw new Error(`${person.email} cannot sign in: ${await answer.text()}`);
  const { authToken } = (await answer.json()) as { authToken: string };
  return authToken;
}
