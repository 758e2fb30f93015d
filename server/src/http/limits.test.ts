import { Problem } from '@gyan/contract/errors.ts';
import { limits } from '@gyan/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { countedAddress } from './addresses.ts';
import { openLimiter } from './limits.ts';

describe('a visitor who asks too often', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    const general = { ...limits.general, address: { points: 12, seconds: 3_600 } };
    gyan = await startApp({ rateLimits: true, limits: { ...limits, general } });
  });
  afterAll(() => gyan.close());

  it('is still sent cached answers, and refused all others until the time they are told', async () => {
    const requestAll = async () => {
      for (let n = 0; n < 6; n += 1) expect((await gyan.request(`/posts?n=${n}`)).status).toBe(200);
    };
    // Answers are cached from the second request on.
    await requestAll();
    await requestAll();
    const refused = await gyan.request('/posts?n=12');
    expect(Problem.parse(refused.body)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    await requestAll();
  });
});

describe('somebody who guesses passwords', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp({ rateLimits: true });
    await makeUser(gyan.db, { email: 'meera@example.org', password: 'correct horse' });
  });
  afterAll(() => gyan.close());

  const login = (emailId: string, password: string) =>
    gyan.request('/login', { method: 'POST', body: { emailId, password } });

  it('is stopped after five failures for one account, even with the right one then', async () => {
    for (let i = 0; i < 5; i += 1) expect((await login('meera@example.org', 'wrong one')).status).toBe(400);
    const sixth = await login('Meera@example.org', 'correct horse');
    expect(Problem.parse(sixth.body)).toMatchObject({ status: 429 });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  it('is stopped just the same for an address that has no account', async () => {
    for (let i = 0; i < 5; i += 1) expect((await login('nobody@example.org', 'wrong one')).status).toBe(400);
    expect((await login('nobody@example.org', 'wrong one')).status).toBe(429);
  });
});

describe('two processes', () => {
  it('allow one budget together, also when twice as much is asked at once', { timeout: 60_000 }, async () => {
    const points = 200;
    const gyan = await startApp({
      rateLimits: true,
      limits: { ...limits, general: { ...limits.general, address: { points, seconds: 3_600 } } },
    });
    const limiter = openLimiter(gyan.db.pool, gyan.deps.config.limits);
    const twin = await buildApp({ ...gyan.deps, limiter }, { pages: false });
    const urls = [gyan.url, await twin.listen({ host: '127.0.0.1', port: 0 })];
    try {
      const statuses = await Promise.all(
        Array.from({ length: 2 * points }, async (_, n) => {
          const answer = await fetch(`${urls[n % 2]}/api/v1/posts?n=${n}`);
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      const allowed = statuses.filter((status) => status === 200).length;
      const tolerance = urls.length * (points / 100);
      expect(allowed).toBeGreaterThanOrEqual(points - tolerance);
      expect(allowed).toBeLessThanOrEqual(points + tolerance);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2 * points - allowed);
    } finally {
      await twin.close();
      await gyan.close();
    }
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (ip, counted) => {
    expect(countedAddress(ip)).toBe(counted);
  });
});
