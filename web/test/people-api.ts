import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the service does with one request: a status, silence, nonsense, or a broken line. `slow` is well after a while.
 */
export type PeopleApiBehavior =
  | 'well'
  | 'slow'
  | 'silent'
  | 'garbled'
  | 'broken'
  | { status: number; retryAfter?: string };

export interface TestPerson {
  names?: object[];
  emailAddresses?: object[];
  phoneNumbers?: object[];
}

export interface TestPeopleApi {
  url: string;
  token: string;
  connections: TestPerson[];
  otherContacts: TestPerson[];
  /** Of the next requests, oldest first; then it is well. */
  behaviors: PeopleApiBehavior[];
  /** Hands out a page token for ever. */
  endless: boolean;
  requests: URL[];
  stop(): Promise<void>;
}

/** A local counterpart of Google's People API, as far as reading contacts goes. */
export async function startPeopleApi(): Promise<TestPeopleApi> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', api.url);
    api.requests.push(url);
    const authorized = request.headers.authorization === `Bearer ${api.token}`;
    void answer(api, url, authorized, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: TestPeopleApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'the-token',
    connections: [],
    otherContacts: [],
    behaviors: [],
    endless: false,
    requests: [],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

async function answer(api: TestPeopleApi, url: URL, authorized: boolean, response: ServerResponse) {
  const behavior = api.behaviors.shift() ?? 'well';
  if (behavior === 'silent') return;
  if (behavior === 'broken') {
    response.socket?.destroy();
    return;
  }
  if (behavior === 'garbled') {
    response.writeHead(200).end('<html>');
    return;
  }
  if (typeof behavior === 'object') {
    const retryAfter: Record<string, string> = behavior.retryAfter
      ? { 'retry-after': behavior.retryAfter }
      : {};
    send(response, behavior.status, { error: { code: behavior.status } }, retryAfter);
    return;
  }
  if (behavior === 'slow') await sleep(50);
  if (!authorized) send(response, 401, { error: { code: 401 } });
  else if (url.pathname === '/v1/people/me/connections') send(response, 200, page(api, url, 'connections'));
  else if (url.pathname === '/v1/otherContacts') send(response, 200, page(api, url, 'otherContacts'));
  else send(response, 404, { error: { code: 404 } });
}

const masks = { connections: 'personFields', otherContacts: 'readMask' } as const;

function page(api: TestPeopleApi, { searchParams }: URL, list: keyof typeof masks) {
  const from = Number(searchParams.get('pageToken') ?? 0);
  const size = Math.min(Number(searchParams.get('pageSize') ?? 100), 1000);
  const fields = (searchParams.get(masks[list]) ?? '').split(',');
  const people = api[list].slice(from, from + size);
  const goesOn = api.endless || from + size < api[list].length;
  return {
    // What is not asked for is not sent.
    [list]: people.map((person) =>
      Object.fromEntries(Object.entries(person).filter(([field]) => fields.includes(field))),
    ),
    [list === 'connections' ? 'totalItems' : 'totalSize']: api[list].length,
    ...(goesOn ? { nextPageToken: String(from + size) } : {}),
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
