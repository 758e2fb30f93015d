import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ByteCache, setAsOf } from './byte-cache.ts';
import { consumeGeneralLimit, type Limiter, noLimits } from './limits.ts';
import { hasWritten } from './own-writes.ts';
import { installPages } from './pages.ts';
import { createHttpServer } from './server.ts';

describe('a page', () => {
  let app: Awaited<ReturnType<typeof createHttpServer>>;
  let rendered: string[];
  let counted: string[];
  let answeredMsAgo: number;
  const limiter: Limiter = {
    ...noLimits,
    consumeGeneral: async (_by, key) => void counted.push(key),
  };

  beforeEach(async () => {
    rendered = [];
    counted = [];
    answeredMsAgo = 0;
    app = await createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], shedsLoad: false });
    installPages(app, {
      source: {
        manifest: undefined,
        finish: async (_url, html) => html,
        load: async () => ({
          render: async ({ url, api }) => {
            rendered.push(url);
            if (url === '/asks') {
              const { body } = await api({ method: 'GET', path: '/asker' });
              return { status: 200, html: JSON.stringify(body) };
            }
            if (url.startsWith('/pd/12')) return { status: 301, html: '', redirect: '/pd/twelve' };
            return { status: url === '/lost' ? 404 : 200, html: `<p>${url}</p>` };
          },
        }),
      },
      site: {
        publicUrl: 'http://localhost',
        demo: false,
        ai: false,
        appStores: { apple: null, google: null },
        google: null,
      },
      cache: new ByteCache(),
      limiter,
    });
    app.get('/api/v1/asker', async (request, reply) => {
      await consumeGeneralLimit(limiter, request);
      setAsOf(request, reply, performance.now() - answeredMsAgo);
      return { ip: request.ip, hasWritten: hasWritten(request) };
    });
  });
  afterEach(() => app.close());

  it('is rendered once for everybody who asks within a moment', async () => {
    const [one, two] = [await app.inject('/tns'), await app.inject('/tns')];
    expect([one.body, two.body]).toEqual(['<p>/tns</p>', '<p>/tns</p>']);
    expect(rendered).toEqual(['/tns']);
    expect(one.headers['cache-control']).toBe('public, no-cache');
  });

  it.each([
    '/ve?rt=secret',
    '/rp?rpt=secret',
    '/demo/mailbox?key=secret',
    '/acr?t=secret',
    '/login?code=secret&state=x',
    '/login?returnUrl=%2Facr%3Ft%3Dsecret',
  ])('is kept nowhere when its address carries a secret: %s', async (url) => {
    const answer = await app.inject(url);
    await app.inject(url);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(rendered).toEqual([url, url]);
  });

  it('does not take the place of a call that does not exist', async () => {
    for (const url of ['/api/v1/nothing', '/api/nothing?x=1', '/api']) {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
    expect(rendered).toEqual([]);
  });

  it('asks in the name of its visitor, who is counted once', async () => {
    const answer = await app.inject({ url: '/asks', remoteAddress: '203.0.113.7' });
    expect(answer.json()).toMatchObject({ ip: '203.0.113.7' });
    expect(answer.headers['x-as-of']).toBeUndefined();
    expect(counted).toEqual(['203.0.113.7']);
  });

  it('is as old as the oldest answer in it', async () => {
    answeredMsAgo = 6_000;
    await app.inject('/asks');
    await app.inject('/asks');
    expect(rendered).toEqual(['/asks', '/asks']);
    answeredMsAgo = 1_000;
    await app.inject('/asks');
    await app.inject('/asks');
    expect(rendered.length).toBe(3);
  });

  it('is made afresh for whoever has just written something, and all that it asks too', async () => {
    await app.inject('/asks');
    const own = await app.inject({ url: '/asks', headers: { cookie: 'theme=dark; gyan-wrote=1' } });
    expect(own.json()).toMatchObject({ hasWritten: true });
    expect(own.headers['cache-control']).toBe('no-store');
    expect((await app.inject('/asks')).json()).toMatchObject({ hasWritten: false });
    expect(rendered).toEqual(['/asks', '/asks']);
  });

  it('passes on where something has moved, and that something is not there', async () => {
    const moved = await app.inject('/pd/12');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/pd/twelve']);
    const secretly = await app.inject('/pd/12?t=secret');
    expect([secretly.statusCode, secretly.headers.location]).toEqual([301, '/pd/twelve']);
    expect((await app.inject('/lost')).statusCode).toBe(404);
  });
});
