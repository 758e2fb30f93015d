import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import { browserApi } from './browser-api.ts';

interface SentRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let requests: SentRequest[];
let answer: (request: SentRequest) => { status: number; body: unknown };
let api: Api;
let base: string;
let token: string | undefined;
let ended: string[];

beforeEach(async () => {
  requests = [];
  ended = [];
  token = undefined;
  answer = () => ({ status: 200, body: {} });
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(one);
    const { status, body } = answer(one);
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}/api/v1`;
  api = browserApi({
    base,
    token: () => token,
    cookies: () => 'other=1; XSRF-TOKEN=abc%20d',
    onUnauthenticated: (was) => {
      ended.push(was);
      token = undefined;
    },
  });
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('a call', () => {
  it('spells out its query and leaves out what is not given', async () => {
    answer = () => ({ status: 200, body: { feedItemModelVec: [] } });
    const result = await api('GET /feed', { query: { limit: 4, cursor: undefined, recency: false } });
    expect(result).toEqual({ feedItemModelVec: [] });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/feed?limit=4&recency=false' });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(requests[0]?.headers['x-xsrf-token']).toBeUndefined();
  });

  it('carries the session, and on a write the forgery token and a key of its own', async () => {
    token = 'secret';
    await api('POST /login', { body: { emailId: 'a@b.c', password: '123456' } });
    await api('POST /r/logout');
    const [first, second] = requests;
    expect(first?.headers.authorization).toBe('Bearer secret');
    expect(first?.headers['x-xsrf-token']).toBe('abc d');
    expect(first?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(first?.body ?? '')).toEqual({ emailId: 'a@b.c', password: '123456' });
    expect(first?.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe('');
  });

  it('repeats the key it is given', async () => {
    await api('POST /r/logout', { idempotencyKey: 'again' });
    expect(requests[0]?.headers['idempotency-key']).toBe('again');
  });

  it('sends a form as multipart', async () => {
    const body = new FormData();
    body.set('title', 'Light');
    await api('POST /r/post', { body });
    expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(requests[0]?.body).toContain('name="title"\r\n\r\nLight');
  });
});

describe('a call that fails', () => {
  it('throws the problem in the server’s words', async () => {
    answer = () => ({
      status: 400,
      body: {
        code: 'invalid_input',
        detail: 'Please check the form.',
        fields: [{ field: 'emailId', message: 'Invalid email address' }],
      },
    });
    await expect(api('POST /login', { body: { emailId: 'x', password: '' } })).rejects.toMatchObject({
      name: 'ApiProblem',
      status: 400,
      code: 'invalid_input',
      detail: 'Please check the form.',
      fields: [{ field: 'emailId', message: 'Invalid email address' }],
    });
  });

  it.each([
    [404, 'not_found'],
    [500, 'internal'],
    [502, 'unavailable'],
    [504, 'unavailable'],
  ])('makes sense of a %d that is not ours', async (status, code) => {
    answer = () => ({ status, body: '<html>Bad gateway</html>' });
    await expect(api('GET /feed')).rejects.toMatchObject({ status, code });
  });

  describe('that a server died under', () => {
    const badGateway = { status: 502, body: '<html>Bad gateway</html>' };
    const comment = { postId: 1, rawText: 'Hello' };

    it('is made again with its key when it is a create', async () => {
      answer = () => (requests.length === 1 ? badGateway : { status: 200, body: { commentCount: 1 } });
      expect(await api('POST /r/comment', { body: comment })).toEqual({ commentCount: 1 });
      const [first, second, ...more] = requests.map(({ headers, body }) => [
        headers['idempotency-key'],
        body,
      ]);
      expect(first?.[0]).toBeTruthy();
      expect(second).toEqual(first);
      expect(more).toEqual([]);
    });

    it('is made again only once, and only where the key counts', async () => {
      answer = () => badGateway;
      await expect(api('POST /r/comment', { body: comment })).rejects.toMatchObject({ code: 'unavailable' });
      expect(requests).toHaveLength(2);
      await expect(api('POST /feedback', { body: { feedback: 'Hello' } })).rejects.toMatchObject({
        status: 502,
      });
      expect(requests).toHaveLength(3);
    });
  });

  it('says so when the server cannot be reached', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(api('GET /feed')).rejects.toMatchObject({ code: 'offline', status: 0 });
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });

  it('passes on that it was called off', async () => {
    const stop = new AbortController();
    stop.abort(new Error('called off'));
    await expect(api('GET /feed', { signal: stop.signal })).rejects.toThrow('called off');
  });
});

describe('a session that has ended', () => {
  const unauthenticated = { code: 'unauthenticated', detail: 'Please sign in.' };

  it('is reported once, by its token', async () => {
    token = 'old';
    answer = () => ({ status: 401, body: unauthenticated });
    await expect(api('GET /r/user')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(ended).toEqual(['old']);
    expect(requests).toHaveLength(1);
  });

  it('does not keep a person from what everybody may read', async () => {
    token = 'old';
    answer = ({ headers }) =>
      headers.authorization
        ? { status: 401, body: unauthenticated }
        : { status: 200, body: { feedItemModelVec: [] } };
    await expect(api('GET /feed')).resolves.toEqual({ feedItemModelVec: [] });
    expect(ended).toEqual(['old']);
  });

  it('is nothing to report for a visitor', async () => {
    answer = () => ({ status: 401, body: unauthenticated });
    await expect(api('GET /r/user')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(ended).toEqual([]);
  });
});

describe('a read that the boot script has sent', () => {
  const preload = () => {
    token = 'secret';
    const url = `${base}/r/user`;
    const sent = Promise.resolve(Response.json({ preloaded: true }));
    globalThis.preloadedCalls = { token, requests: new Map([[url, sent]]) };
  };

  it('answers the first call and no other', async () => {
    preload();
    expect(await api('GET /r/user')).toEqual({ preloaded: true });
    expect(requests).toEqual([]);
    expect(await api('GET /r/user')).toEqual({});
    expect(requests).toHaveLength(1);
  });

  it('is not used after a write, which may have changed the answer', async () => {
    preload();
    await api('POST /r/logout');
    expect(await api('GET /r/user')).toEqual({});
  });
});
