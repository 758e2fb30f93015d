import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How the Graph API responds.
 *
 * - `well`: normally
 * - `down`: 500 for every request
 * - `slow`: never
 * - `trickle`: starts a response and never ends it
 * - `moved`: redirects to another host
 * - `huge`: sends too many bytes
 * - `garbled`: sends invalid JSON
 */
export type GraphMode = 'well' | 'down' | 'slow' | 'trickle' | 'moved' | 'huge' | 'garbled';

export interface GraphPerson {
  id: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  picture?: { data: { url: string; is_silhouette?: boolean } };
}

export interface GraphToken {
  person: GraphPerson;
  appId?: string;
  valid?: boolean;
  /** The owner that `debug_token` reports, if it differs from the user of `/me`. */
  owner?: string;
}

export interface TestGraph {
  url: string;
  appId: string;
  appSecret: string;
  mode: GraphMode;
  tokens: Map<string, GraphToken>;
  stop(): Promise<void>;
}

/** The part of the Graph API that sign-in uses, with the checks of the real one. */
export async function startGraph(): Promise<TestGraph> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://graph');
    if (answerByMode(graph.mode, response)) return;
    if (url.pathname === '/debug_token') debugToken(graph, url.searchParams, response);
    else if (url.pathname === '/me') me(graph, url.searchParams, response);
    else fail(response, 404, 'Unknown path components');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const graph: TestGraph = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appId: '1234567890',
    appSecret: 'app-secret',
    mode: 'well',
    tokens: new Map(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return graph;
}

function debugToken(graph: TestGraph, query: URLSearchParams, response: ServerResponse): void {
  if (query.get('access_token') !== `${graph.appId}|${graph.appSecret}`) {
    return fail(response, 400, 'Error validating application.');
  }
  const token = graph.tokens.get(query.get('input_token') ?? '');
  if (!token) {
    return send(response, 200, {
      data: { is_valid: false, error: { code: 190, message: 'Malformed token' } },
    });
  }
  return send(response, 200, {
    data: {
      app_id: token.appId ?? graph.appId,
      type: 'USER',
      is_valid: token.valid ?? true,
      user_id: token.owner ?? token.person.id,
    },
  });
}

function me(graph: TestGraph, query: URLSearchParams, response: ServerResponse): void {
  const text = query.get('access_token') ?? '';
  const token = graph.tokens.get(text);
  const proof = createHmac('sha256', graph.appSecret).update(text).digest('hex');
  if (!token) return fail(response, 400, 'Invalid OAuth access token.');
  if (query.get('appsecret_proof') !== proof) {
    return fail(response, 400, 'Invalid appsecret_proof provided in the API argument');
  }
  // Returns only the requested fields.
  const fieldNames = (query.get('fields') ?? 'id').split(',');
  const fields = new Set(fieldNames.map((field) => field.replace(/\..*/, '')));
  const person = Object.entries(token.person).filter(([name]) => fields.has(name));
  return send(response, 200, Object.fromEntries(person));
}

function answerByMode(mode: GraphMode, response: ServerResponse): boolean {
  if (mode === 'well') return false;
  if (mode === 'down') fail(response, 500, 'An unknown error occurred');
  else if (mode === 'moved') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  else if (mode === 'huge') send(response, 200, { filler: 'x'.repeat(1_000_000) });
  else if (mode === 'garbled') response.writeHead(200).end('<html>');
  else if (mode === 'trickle') response.writeHead(200).write('{"data":');
  return true;
}

function fail(response: ServerResponse, status: number, message: string): void {
  send(response, status, { error: { message, type: 'OAuthException', code: 190 } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
