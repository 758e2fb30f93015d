import { Problem } from '@gyan/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { AddressBudget } from './address-budget.ts';
import { countedAddress } from './addresses.ts';

describe('a visitor who asks too often', () => {
  let gyan: TestApp;
  beforeAll(async () => {
    gyan = await startApp({ rateLimits: true });
  });
  afterAll(() => gyan.close());

  it('is refused after 300 requests in a minute, and told when to come back', async () => {
    let allowed = 0;
    let answer = await gyan.ask('/posts');
    // Two budgets at the most: a minute may turn on the way.
    while (answer.status === 200 && allowed <= 600) {
      allowed += 1;
      answer = await gyan.ask('/posts');
    }
    expect(allowed).toBeGreaterThanOrEqual(300);
    expect(Problem.parse(answer.body)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
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
    gyan.ask('/login', { method: 'POST', body: { emailId, password } });

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
  it('allow one budget together', async () => {
    const gyan = await startApp();
    const budget = { points: 10, seconds: 3_600 };
    const [one, two] = [new AddressBudget(gyan.db.pool, budget), new AddressBudget(gyan.db.pool, budget)];
    try {
      for (let i = 0; i < 6; i += 1) one.count('203.0.113.9');
      for (let i = 0; i < 4; i += 1) two.count('203.0.113.9');
      await expect
        .poll(
          async () => {
            const { rows } = await gyan.db.pool.query('select points from rate_limits where points = 10');
            return rows.length;
          },
          { timeout: 5_000 },
        )
        .toBe(1);
      // The one that exchanged first learns of the other's count with its next exchange.
      await expect.poll(() => refuses(two), { timeout: 5_000 }).toBe(true);
    } finally {
      one.close();
      two.close();
      await gyan.close();
    }
  });
});

function refuses(budget: AddressBudget): boolean {
  try {
    budget.count('203.0.113.9');
    return false;
  } catch {
    return true;
  }
}

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
