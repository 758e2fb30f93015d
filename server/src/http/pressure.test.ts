import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { installHealth } from './health.ts';
import { createHttpServer } from './server.ts';

it('turns people away while it cannot keep up, says when to come back, and does not pass for dead', async () => {
  const headers = { secure: true, development: false, connect: [], images: [] };
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    trustedProxies: [],
    shedsLoad: true,
    headers,
  });
  installHealth(app, {});
  app.get('/thing', async () => 'a thing');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/thing`)).status).toBe(200);

  const ending = new AbortController();
  const work = (async () => {
    while (!ending.signal.aborted) {
      const until = performance.now() + 1_300;
      while (performance.now() < until);
      await sleep(1);
    }
  })();
  try {
    const shed = async () => {
      const answer = await fetch(`${url}/thing`);
      return answer.status === 503 ? answer : undefined;
    };
    let refused = await shed();
    while (!refused) refused = await shed();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  } finally {
    ending.abort();
    await work;
  }
  let answer = await fetch(`${url}/thing`);
  while (answer.status === 503) {
    await sleep(100);
    answer = await fetch(`${url}/thing`);
  }
  expect(answer.status).toBe(200);
  await app.close();
});

it('turns nobody away for what it had to do before it listened', async () => {
  const app = await createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], shedsLoad: true });
  app.get('/thing', async () => 'a thing');
  await app.ready();
  for (let round = 0; round < 2; round += 1) {
    const until = performance.now() + 1_300;
    while (performance.now() < until);
    await sleep(1);
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(`${url}/thing`)).status));
  expect(statuses).toEqual([200, 200, 200]);
  await app.close();
});
