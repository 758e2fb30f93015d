import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postBytes } from './outbound.ts';

let server: Server;
let port: number;
let requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(20_000, 'x'));
    else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '7' }).end('wait');
    else if (request.url !== '/silent') response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

const message = { body: Buffer.from('hello'), timeoutMs: 1_000, maxBytes: 10_000 };
const post = (path: string, allowPrivate = true) =>
  postBytes(new URL(path, `http://127.0.0.1:${port}`), { ...message, allowPrivate });

it('gives the status, and when to try again', async () => {
  expect(await post('/well')).toEqual({ status: 201, retryAfter: undefined });
  expect(await post('/busy')).toEqual({ status: 429, retryAfter: '7' });
});

it('does not follow a redirect', async () => {
  requests = [];
  expect(await post('/moved')).toMatchObject({ status: 307 });
  expect(requests).toEqual(['/moved']);
});

it('is limited in time and size', async () => {
  await expect(post('/silent')).rejects.toThrow('took longer than 1000 ms');
  await expect(post('/large')).rejects.toThrow('more than 10000 bytes');
});

it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '[::]'])(
  'sends nothing to %s unless it may',
  async (host) => {
    requests = [];
    const sending = postBytes(new URL(`http://${host}:${port}/`), { ...message, allowPrivate: false });
    await expect(sending).rejects.toThrow('not a public address');
    expect(requests).toEqual([]);
  },
);

it.each(['10.1.2.3', '192.168.1.1', '172.31.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'])(
  'sends nothing to %s, in a private network',
  async (host) => {
    const sending = postBytes(new URL(`https://${host}/`), { ...message, allowPrivate: false });
    await expect(sending).rejects.toThrow('not a public address');
  },
);
