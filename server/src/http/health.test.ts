import { Client } from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { startApp } from '#test/app.ts';
import { installHealth } from './health.ts';
import { createHttpServer } from './server.ts';

describe('readiness', () => {
  it('says no while the database is away, and liveness stays', async () => {
    const gyan = await startApp();
    try {
      expect((await gyan.request('/readyz')).status).toBe(200);
      const admin = new Client({ connectionString: inject('testServer').url });
      await admin.connect();
      const name = new URL(gyan.deps.databaseUrl).pathname.slice(1);
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await admin.end();
      const [ready, alive, posts] = await Promise.all([
        gyan.request('/readyz'),
        gyan.request('/healthz'),
        gyan.request('/posts'),
      ]);
      expect([ready.status, alive.status, posts.status]).toEqual([503, 200, 503]);
      expect(posts.headers.get('retry-after')).toBe('2');
    } finally {
      await gyan.close();
    }
  });
});

it('logs no probe', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = await createHttpServer({ log, trustedProxies: [], shedsLoad: false });
  installHealth(app, {});
  app.get('/page', async () => 'A page');
  for (const url of ['/healthz', '/readyz', '/page']) {
    expect((await app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
  }
  await app.close();
  expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual(['/page']);
});
