import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import type { Config } from '#config.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';

interface Site {
  port: number;
  close(): Promise<void>;
}

let gyan: TestApp;
/** The same calls on the same database, once with the lane and once without. */
let sites: Record<'fast' | 'usual', Site>;
/** What the framework of the fast one got to see. */
let seen: string[] = [];

beforeAll(async () => {
  gyan = await startApp();
  for (let card = 0; card < 5; card += 1) await makeCard(gyan.db, { title: 'Kept for a moment' });
  sites = {
    fast: await open({}, (request) => seen.push(request)),
    // Whose proxies forward addresses, the framework has to read them.
    usual: await open({ trustedProxies: ['192.0.2.1'] }, () => {}),
  };
});
afterAll(async () => {
  await sites.fast.close();
  await sites.usual.close();
  await gyan.close();
});
beforeEach(() => {
  seen = [];
});

async function open(overrides: Partial<Config>, see: (request: string) => void): Promise<Site> {
  const { deps } = gyan;
  const app = await buildApp({ ...deps, config: { ...deps.config, ...overrides } }, { pages: false });
  app.addHook('onRequest', (request, _reply, done) => {
    see(`${request.method} ${request.url}`);
    done();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: Number(new URL(url).port), close: () => app.close() };
}

interface Asked {
  site?: 'fast' | 'usual';
  method?: string;
  headers?: readonly string[];
}

/** Every byte of the answer, one character each, but for what names this one answer. */
async function ask(path: string, { site = 'fast', method = 'GET', headers = [] }: Asked = {}) {
  const socket = connect(sites[site].port, '127.0.0.1').setEncoding('latin1');
  const lines = [`${method} /api/v1${path} HTTP/1.1`, 'Host: gyan.example', 'Connection: close', ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  socket.on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'end');
  const [head = ''] = text.split('\r\n\r\n', 1);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    etag: /^etag: (.+)$/im.exec(head)?.[1] ?? '',
    body: text.slice(head.length + 4),
    bytes: text.replace(/^(x-request-id|date): .+$/gim, '$1: …'),
  };
}

let fresh = 0;
/** An address that nobody asked for before. */
const anew = () => `/posts?limit=5&n=${(fresh += 1)}`;

const countOf = async (status: number) => {
  const { values } = (await gyan.deps.metrics.registry
    .getSingleMetric('http_request_duration_seconds')
    ?.get()) ?? { values: [] };
  const found = values.find(
    ({ labels, ...value }) =>
      'metricName' in value &&
      value.metricName === 'http_request_duration_seconds_count' &&
      labels.method === 'GET' &&
      labels.route === '/api/v1/posts' &&
      Number(labels.status) === status,
  );
  return found?.value ?? 0;
};

describe.each(['br', 'gzip', 'identity'])('what is kept, taken as %s', (encoding) => {
  const takes = `Accept-Encoding: ${encoding}`;

  it('never meets the framework, is byte for byte what it would send, and is counted', async () => {
    const path = anew();
    const before = await countOf(200);
    const made = await ask(path, { headers: [takes] });
    expect(seen).toEqual([`GET /api/v1${path}`]);
    const kept = await ask(path, { headers: [takes] });
    expect(seen).toHaveLength(1);
    await expect.poll(() => countOf(200)).toBe(before + 2);

    await ask(path, { site: 'usual', headers: [takes] });
    const usual = await ask(path, { site: 'usual', headers: [takes] });
    expect(kept.bytes).toBe(usual.bytes);
    expect(kept.bytes).toBe(made.bytes);
    expect(kept.status).toBe(200);
    expect(kept.bytes).toMatch(/^content-security-policy: default-src 'self'/im);
    expect(kept.bytes.includes('content-encoding')).toBe(encoding !== 'identity');
  });

  it('is not sent to whoever has it, in the same few bytes', async () => {
    const path = anew();
    const { etag } = await ask(path, { headers: [takes] });
    seen = [];
    const headers = [takes, `If-None-Match: ${etag}`];
    const again = await ask(path, { headers });
    expect(seen).toEqual([]);
    expect([again.status, again.body, again.etag]).toEqual([304, '', etag]);
    await ask(path, { site: 'usual', headers: [takes] });
    expect(again.bytes).toBe((await ask(path, { site: 'usual', headers })).bytes);
    const names = [...again.bytes.matchAll(/^([\w-]+): /gm)].map(([, name = '']) => name.toLowerCase());
    expect(names.toSorted()).toEqual(['cache-control', 'connection', 'date', 'etag', 'vary', 'x-request-id']);
  });
});

describe('what is kept goes the usual way for', () => {
  it('whoever asks only for the head, and leaves out the rest', async () => {
    const path = anew();
    await ask(path);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    expect(seen).toHaveLength(2);
  });

  it('whoever has just written, and is made anew', async () => {
    const path = anew();
    await ask(path);
    const { bytes } = await ask(path, { headers: ['Cookie: gyan-wrote=1'] });
    expect(bytes).toMatch(/^cache-control: private, no-store\r$/m);
    expect(seen).toHaveLength(2);
  });

  it('an address in another spelling, of which there are too many to count each', async () => {
    const path = anew().replace('posts', '%70osts');
    await ask(path);
    expect((await ask(path)).status).toBe(200);
    expect(seen).toHaveLength(2);
    expect((await gyan.deps.metrics.registry.metrics()).includes('%70osts')).toBe(false);
  });

  it('a request that names two hosts, which is refused', async () => {
    const path = anew();
    await ask(path);
    expect((await ask(path, { headers: ['Host: two.example'] })).status).toBe(400);
  });
});
