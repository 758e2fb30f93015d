import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBytes, fetchJson } from './outbound.ts';

let server: Server;
let url: URL;
let requests: string[] = [];
const bomb = gzipSync(Buffer.alloc(2_000_000));
const responses: Record<string, RequestListener> = {
  '/well': (_request, response) => response.end('{"said": "well"}'),
  '/moved': (_request, response) => response.writeHead(302, { location: '/well' }).end(),
  '/large': (_request, response) => response.end(Buffer.alloc(20_000, 'x')),
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb),
  '/silent': () => {},
  '/drips': (_request, response) => {
    response.write('{');
    const drip = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(drip));
  },
  '/no-json': (_request, response) => response.end('<html>secret of another'),
};
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    requests.push(path);
    responses[path]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

const limits = { timeoutMs: 1_500, maxBytes: 10_000 };
const at = (path: string) => new URL(path, url);

describe('asking another server', () => {
  it('gives its answer', async () => {
    expect(await fetchJson(at('/well'), limits)).toEqual({ status: 200, body: { said: 'well' } });
  });

  it('follows nobody elsewhere', async () => {
    requests = [];
    await expect(fetchBytes(at('/moved'), limits)).rejects.toThrow('could not be asked');
    expect(requests).toEqual(['/moved']);
  });

  it.each(['/large', '/bomb'])('reads no more than it wants (%s)', async (path) => {
    await expect(fetchBytes(at(path), limits)).rejects.toThrow('more than 10000 bytes');
  });

  it.each(['/silent', '/drips'])('waits no longer than it said (%s)', async (path) => {
    const since = performance.now();
    await expect(fetchBytes(at(path), limits)).rejects.toThrow('took longer than 1500 ms');
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it('repeats neither what it was told nor the address it asked', async () => {
    const refusal: Error = await fetchJson(at('/no-json?key=my-secret'), limits).then(
      () => new Error('answered'),
      (error: Error) => error,
    );
    expect(refusal.message).toContain('not JSON');
    expect(`${refusal.message} ${refusal.stack}`).not.toMatch(/secret/);
  });
});

it('is the only way out, but for the libraries of mail, storage and the model', async () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const ways =
    /(?<![.\w])fetch\(|\bfrom '(?:node:(?:https|http2|tls|dgram|dns)|undici|axios|openai|nodemailer|@aws-sdk\/[^']+)'|import\('(?:openai|undici|nodemailer|@aws-sdk\/[^']+)'\)|\b(?:request|connect|createConnection)\b[^;]*\bfrom 'node:(?:http|net)'/;
  const found: string[] = [];
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    if (ways.test((await readFile(`${source}/${file}`, 'utf8')).replaceAll(/^import type .*$/gm, ''))) {
      found.push(file.replaceAll('\\', '/'));
    }
  }
  expect(found.toSorted()).toEqual([
    'domains/ai/model.ts',
    'domains/mail/mailer.ts',
    'domains/storage/bucket.ts',
    'lib/outbound.ts',
  ]);
});
