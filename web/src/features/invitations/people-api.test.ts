import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactScopes } from '#features/auth/contact-scopes.ts';
import { startPeopleApi, type TestPeopleApi } from '../../../test/people-api.ts';
import { ContactsFailure, type ReadContacts, readContacts } from './people-api.ts';

let google: TestPeopleApi;
let pauses: number[];
let progress: [found: number, total: number][];

beforeAll(async () => {
  google = await startPeopleApi();
});
afterAll(() => google.stop());
beforeEach(() => {
  Object.assign(google, { connections: [], otherContacts: [], behaviors: [], endless: false, requests: [] });
  pauses = [];
  progress = [];
});

const person = (number: number) => ({
  names: [{ givenName: 'Nadia', familyName: String(number), displayName: `Nadia ${number}` }],
  emailAddresses: [{ value: `nadia.${number}@example.com` }],
  phoneNumbers: [{ value: '+33 1 99 00 12 34' }],
});
const everybody = (count: number) => Array.from({ length: count }, (_, index) => person(index));

const read = (changes: Partial<ReadContacts> = {}) =>
  readContacts({
    baseUrl: google.url,
    accessToken: google.token,
    scope: `openid ${contactScopes.connections} ${contactScopes.otherContacts}`,
    signal: new AbortController().signal,
    onProgress: (found, total) => progress.push([found, total]),
    pause: async (ms) => void pauses.push(ms),
    ...changes,
  });

it('reads every page of both lists, a thousand at a time, and tells how far it is', async () => {
  google.connections = everybody(2500);
  google.otherContacts = everybody(3);
  const people = await read();
  expect(people).toHaveLength(2503);
  expect(people[2499]?.emailAddresses).toEqual([{ value: 'nadia.2499@example.com' }]);
  expect(google.requests.map(({ pathname, search }) => pathname + search)).toEqual([
    '/v1/people/me/connections?personFields=names%2CemailAddresses%2CphoneNumbers&pageSize=1000',
    '/v1/people/me/connections?personFields=names%2CemailAddresses%2CphoneNumbers&pageSize=1000&pageToken=1000',
    '/v1/people/me/connections?personFields=names%2CemailAddresses%2CphoneNumbers&pageSize=1000&pageToken=2000',
    '/v1/otherContacts?readMask=names%2CemailAddresses&pageSize=1000',
  ]);
  expect(progress).toEqual([
    [1000, 2500],
    [2000, 2500],
    [2500, 2500],
    [2503, 2503],
  ]);
});

it('finds nobody in an empty address book', async () => {
  expect(await read()).toEqual([]);
});

it('asks only for what was agreed to, and not at all where nothing was', async () => {
  google.connections = everybody(1);
  google.otherContacts = everybody(2);
  expect(await read({ scope: `openid ${contactScopes.otherContacts}` })).toHaveLength(2);
  await expect(read({ scope: 'openid email' })).rejects.toThrow('did not let us read');
  expect(google.requests).toHaveLength(1);
});

describe('when Google is in a bad way', () => {
  it('tries again after an error, a broken line and nonsense, waiting longer each time', async () => {
    google.connections = everybody(1);
    google.behaviors = [{ status: 500 }, 'broken', 'well', 'garbled', 'slow'];
    expect(await read()).toHaveLength(1);
    expect(pauses).toEqual([1000, 2000, 1000]);
  });

  it('waits as long as it is told to, within reason', async () => {
    google.behaviors = [
      { status: 429, retryAfter: '3' },
      { status: 503, retryAfter: '3600' },
    ];
    await read();
    expect(pauses).toEqual([3000, 10_000]);
  });

  it('gives up after the third try, in words', async () => {
    google.behaviors = [{ status: 503 }, { status: 503 }, { status: 503 }];
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ContactsFailure);
    expect(String(failure)).toContain('could not reach your contacts');
    expect(google.requests).toHaveLength(3);
  });

  it.each([401, 403])('does not insist after a %i', async (status) => {
    google.behaviors = [{ status }];
    await expect(read()).rejects.toThrow('did not let us read');
    expect(google.requests).toHaveLength(1);
  });

  it('stops at once when the person does', async () => {
    google.behaviors = ['silent'];
    const stop = new AbortController();
    const reading = read({ signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(reading).rejects.toThrow(/abort/i);
    expect(google.requests).toHaveLength(1);
  });

  it('does not follow pages for ever', async () => {
    google.endless = true;
    await read({ scope: contactScopes.connections });
    expect(google.requests).toHaveLength(100);
  });
});
