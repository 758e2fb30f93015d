import { demoPassword, demoPeople } from '../../demo/people.ts';
import type { Database } from '../../server/src/db/pool.ts';
import { issueToken } from '../../server/src/domains/auth/actions.ts';
import { makeUser, type UserFields } from '../../server/test/factories.ts';
import { requestJson } from './client.ts';

export interface Person {
  id: number;
  email: string;
  token: string;
}

/** Signs in a user of the demo and returns the token. */
export async function signInDemo(api: string, key = 'asha'): Promise<string> {
  const email = demoPeople.find((person) => person.key === key)?.email;
  const { authToken } = await requestJson<{ authToken: string }>(api, '/login', {
    method: 'POST',
    body: { emailId: email, password: demoPassword },
  });
  return authToken;
}

let made = 0;

/** Signed-in users, written straight to the database: hashing that many passwords would be slow. */
export async function makePeople(db: Database, count: number, traits: UserFields = {}): Promise<Person[]> {
  const people: Person[] = [];
  for (let one = 0; one < count; one += 1) {
    made += 1;
    const email = `torture-${process.pid}-${made}@example.org`;
    const id = await makeUser(db, { role: 'kCreator', ...traits, email });
    people.push({ id, email, token: await issueToken(db, id, 'torture') });
  }
  return people;
}
