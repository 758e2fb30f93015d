import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { ByteCache, type Fresh } from './byte-cache.ts';

const page = (body: string) => ({ status: 200, contentType: 'text/plain', body });

/** An answer is stored from the second request on. */
async function getTwice(cache: ByteCache, key: string, fill: () => Promise<Fresh>) {
  await cache.get(key, fill);
  await cache.get(key, fill);
}

describe('a shared answer', () => {
  it('is made once however many ask for it at the same time', async () => {
    const cache = new ByteCache();
    let made = 0;
    const fill = async () => {
      made += 1;
      await sleep(10);
      return page('hello');
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get('/x', fill)));
    expect(made).toBe(1);
    expect(new Set(answers.map((answer) => answer.raw.toString()))).toEqual(new Set(['hello']));
  });

  it('is kept from the second request on, a page from the first', async () => {
    const cache = new ByteCache();
    await cache.get('/x', async () => page('hello'));
    expect(cache.peek('/x')).toBeUndefined();
    await cache.get('/x', async () => page('hello'));
    expect(cache.peek('/x')).toBeDefined();
    await cache.get('/page', async () => ({ ...page('hello'), contentType: 'text/html; charset=utf-8' }));
    expect(cache.peek('/page')).toBeDefined();
  });

  it('is not kept when something changed while it was made', async () => {
    const cache = new ByteCache();
    await cache.get('/x', async () => page('older'));
    const slow = cache.get('/x', async () => {
      await sleep(10);
      return page('old');
    });
    cache.clear();
    await slow;
    expect(cache.peek('/x')).toBeUndefined();
  });

  it.each([429, 500, 503])('is not kept when it is a %s', async (status) => {
    const cache = new ByteCache();
    await getTwice(cache, '/x', async () => ({ ...page('later'), status }));
    expect(cache.peek('/x')).toBeUndefined();
  });

  it('is kept for so much less as what it was made of is old', async () => {
    const cache = new ByteCache({ ttlMs: 60_000 });
    const aged = (ms: number) => async () => ({ ...page('read'), asOf: performance.now() - ms });
    await getTwice(cache, '/old', aged(60_001));
    expect(cache.peek('/old')).toBeUndefined();
    await getTwice(cache, '/older', aged(59_000));
    expect(cache.peek('/older')).toBeDefined();
    await expect.poll(() => cache.peek('/older'), { timeout: 30_000 }).toBeUndefined();
  });

  it('takes no room once it is too old, whether or not anybody asks again', async () => {
    const cache = new ByteCache({ ttlMs: 200 });
    await getTwice(cache, '/one', async () => page('hello'));
    await sleep(100);
    await getTwice(cache, '/other', async () => page('hello'));
    expect(cache.usedBytes).toBeGreaterThan(0);
    await expect.poll(() => cache.usedBytes).toBe(0);
    await cache.get('/one', async () => page('hello'));
    expect(cache.peek('/one')).toBeDefined();
    await expect.poll(() => cache.usedBytes).toBe(0);
  });

  it('takes room for its address too', async () => {
    const cache = new ByteCache({ maxBytes: 64 * 1024 });
    const addresses = Array.from({ length: 20 }, (_, n) => `/x?${'a'.repeat(8_000)}${n}`);
    for (const address of addresses) await getTwice(cache, address, async () => page('little'));
    const kept = addresses.filter((address) => cache.peek(address)).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(8);
  });

  it('is as old as the moment before anything was read for it', async () => {
    let read = 0;
    const { asOf } = await new ByteCache().get('/x', async () => {
      read = performance.now();
      return page('hello');
    });
    expect(asOf).toBeLessThanOrEqual(read);
  });

  it('is made again after a failure', async () => {
    const cache = new ByteCache();
    await expect(cache.get('/x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect((await cache.get('/x', async () => page('up'))).raw.toString()).toBe('up');
  });
});

describe('a public list', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp();
    for (let i = 0; i < 5; i += 1) await makeCard(gyan.db, { text: 'Words and more words. '.repeat(30) });
  });
  afterAll(() => gyan.close());

  it('answers 304 to whoever has it already', async () => {
    const first = await gyan.request('/posts');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await gyan.request('/posts', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    // The headers that every answer carries are not repeated.
    expect(first.headers.has('content-security-policy')).toBe(true);
    expect(again.headers.has('content-security-policy')).toBe(false);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('comes encoded for a client that takes %s', async (accepted, encoding) => {
    const plain = await gyan.request('/posts', { headers: { 'accept-encoding': 'identity' } });
    const answer = await gyan.request('/posts', { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.text).toBe(plain.text);
  });

  it('shows a new card at once, although it was kept', async () => {
    await gyan.request('/posts');
    await gyan.request('/posts');
    await makeCard(gyan.db, { title: 'Just made', score: 1e9 });
    await expect
      .poll(async () => (await gyan.request('/posts')).text, { timeout: 2_000 })
      .toContain('Just made');
  });

  it('is never kept for others when it is private', async () => {
    const { token } = await gyan.signedIn();
    const answer = await gyan.request('/r/user', { token });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});
