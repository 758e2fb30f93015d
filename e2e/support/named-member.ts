import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Member, member } from './new-user.ts';
import type { Person } from './people.ts';

export interface NamedMember extends Member {
  lastName: string;
  fullName: string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const word = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A member with a random name, so that a search by name finds no other. */
export async function namedMember(site: string): Promise<NamedMember> {
  const person = await member(site);
  const [firstName, lastName] = [`Z${word()}`, `Q${word()}`];
  const body = { firstName, lastName };
  const renamed = await callApi(site, 'PUT', 'r/updateusername', { body, token: person.token });
  if (!renamed.ok) throw new Error(`${person.email} cannot be renamed: ${await renamed.text()}`);
  return { ...person, firstName, lastName, fullName: `${firstName} ${lastName}` };
}

interface CallOptions {
  body?: object;
  token?: string;
}

/** Sends a request again as long as the server sheds load, which it does on a busy machine. */
export async function fetchWhenServed(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    if (response.status !== 503 || attempt === 5) return response;
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

/** Calls the API without a browser and without cookies. */
export const callApi = (site: string, method: string, path: string, { body, token }: CallOptions = {}) =>
  fetchWhenServed(`${site}/api/v1/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });

export const signInByApi = (site: string, { email, password }: Pick<Person, 'email' | 'password'>) =>
  callApi(site, 'POST', 'login', { body: { emailId: email, password } });

const tokens = new Map<string, { token: Promise<string>; until: number }>();
/** Giving a role asks for the password again ten minutes after the sign-in. */
const tokenMs = 5 * 60_000;

/** A token for API calls; each worker process uses it for a while. */
export function tokenOf(site: string, person: Person): Promise<string> {
  const known = tokens.get(person.email);
  if (known && known.until > Date.now()) return known.token;
  const token = signInForToken(site, person);
  tokens.set(person.email, { token, until: Date.now() + tokenMs });
  return token;
}

async function signInForToken(site: string, person: Person): Promise<string> {
  const answer = await signInByApi(site, person);
  if (!answer.ok) throw new Error(`${person.email} cannot sign in: ${await answer.text()}`);
  const { authToken } = (await answer.json()) as { authToken: string };
  return authToken;
}
