import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { buildApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { ByteCache } from './byte-cache.ts';
import { installPages, type Renderer } from './pages.ts';

/** Number of requested pages. */
let requestCount = 0;
let rendered = 0;
let mayRender = Promise.resolve();

/** Renders the error of a failed call inside the page, as the search page does. */
const renderer: Renderer = {
  async render({ url, api }) {
    rendered += 1;
    await mayRender;
    const found = await api({ method: 'GET', path: url.replace('/psl', '/searchfeed') });
    return { status: 200, html: found.status === 200 ? 'found' : 'problem' };
  },
};

let gyan: TestApp;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  const { limits } = readConfig({ LIMITS: 'search.address=1/600' });
  gyan = await startApp({ rateLimits: true, trustedProxies: ['127.0.0.1'], limits });
  app = await buildApp(gyan.deps, { pages: false });
  app.addHook('preHandler', async (request) => {
    if (request.url.startsWith('/psl')) requestCount += 1;
  });
  installPages(app, {
    source: { load: async () => renderer, manifest: undefined, finish: async (_url, html) => html },
    site: {
      publicUrl: gyan.url,
      demo: false,
      ai: false,
      appStores: { apple: null, google: null },
      google: null,
    },
    cache: new ByteCache(),
    limiter: gyan.deps.limiter,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await gyan.close();
});

let addresses = 0;
let eager: string;
const newAddress = () => `198.51.100.${(addresses += 1)}`;

async function open(path: string, address: string) {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

beforeEach(async () => {
  eager = newAddress();
  await open(`/psl?q=first${addresses}`, eager);
});

it('a visitor who searched too often is told so by the page’s status, and nobody else sees that page', async () => {
  const refused = await open('/psl?q=sun', eager);
  expect([refused.status, refused.text]).toEqual([429, 'problem']);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('etag')).toBeNull();
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  const next = await open('/psl?q=sun', newAddress());
  expect([next.status, next.text]).toEqual([200, 'found']);
});

it('a visitor who waits for the same page as one who is refused gets a page of their own', async () => {
  const { promise, resolve: letRender } = Promise.withResolvers<void>();
  mayRender = promise;
  [requestCount, rendered] = [0, 0];
  const first = open('/psl?q=moon', eager);
  await expect.poll(() => rendered, { timeout: 10_000 }).toBe(1);
  const second = open('/psl?q=moon', newAddress());
  await expect.poll(() => requestCount, { timeout: 10_000 }).toBe(2);
  letRender();
  const [refused, other] = await Promise.all([first, second]);
  expect([refused.status, refused.text]).toEqual([429, 'problem']);
  expect([other.status, other.text]).toEqual([200, 'found']);
});

it('a page made while the database is away carries 503 and is not kept', async () => {
  const admin = new Client({ connectionString: inject('testServer').url });
  await admin.connect();
  const name = new URL(gyan.deps.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const away = await open('/psl?q=star', newAddress());
  await admin.query(`alter database ${name} with allow_connections true`);
  await admin.end();
  expect([away.status, away.text]).toEqual([503, 'problem']);
  expect(away.headers.get('cache-control')).toBe('no-store');
  expect(away.headers.get('retry-after')).toBe('2');
  const again = async () => (await open('/psl?q=star', newAddress())).status;
  await expect.poll(again, { timeout: 10_000 }).toBe(200);
});
