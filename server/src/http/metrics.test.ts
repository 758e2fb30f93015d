import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { AggregatorRegistry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveryMetrics } from '#domains/notices/metrics.ts';
import { watchJobs } from '#jobs/metrics.ts';
import { enqueue } from '#jobs/queue.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createMetrics, serveMetrics } from './metrics.ts';

const deploy = new URL('../../../deploy/', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** All metrics of a server with a replica. */
async function figures(): Promise<string> {
  const metrics = createMetrics();
  const pool = new pg.Pool();
  for (const name of ['primary', 'replica']) metrics.observePool(name, pool);
  metrics.observeReplica().lag(() => 0);
  const registries = [metrics.registry, watchJobs(database.db), createDeliveryMetrics().registry];
  return (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
}

test('whatever the dashboard and the alarms look at is there', async () => {
  const text = await figures();
  const shown = new Set<string>();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    shown.add(name);
    if (kind === 'histogram') for (const part of ['bucket', 'count', 'sum']) shown.add(`${name}_${part}`);
  }
  const dashboard = JSON.parse(await readFile(new URL('grafana/gyan.json', deploy), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const alarms = await readFile(new URL('prometheus/alerts.yml', deploy), 'utf8');
  expressions.push(...[...alarms.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  const names = expressions.flatMap(
    (expr) => expr.match(/\b(?:http|database|jobs|process|nodejs|digests|push)_\w+/g) ?? [],
  );
  for (const expr of expressions)
    expect(expr).toMatch(/\b(?:http|database|jobs|process|nodejs|digests|push)_\w+/);
  expect([...new Set(names)].filter((name) => !shown.has(name))).toEqual([]);
});

test('of several processes, what one may hold and how long it may be busy are those of the worst', async () => {
  const names = ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'];
  const { registry } = createMetrics();
  const own = await registry.getMetricsAsJSON();
  const values = (factor: number) =>
    own.map((metric) => {
      const shown = [{ value: factor, labels: {} }];
      return names.includes(metric.name) ? Object.assign(structuredClone(metric), { values: shown }) : metric;
    });
  const all = AggregatorRegistry.aggregate([values(1), values(3)]);
  for (const name of names) expect(await all.getSingleMetricAsString(name)).toMatch(/ 3$/m);
});

test('jobs that wait, fail and have been given up are counted', async () => {
  await enqueue(database.db, 'limits.tidy', {}, { runAt: new Date(Date.now() - 60_000) });
  await enqueue(database.db, 'limits.tidy', {}, { runAt: new Date(Date.now() + 60_000) });
  const text = await watchJobs(database.db).metrics();
  expect(text).toMatch(/^jobs_waiting\{state="due"\} 1$/m);
  expect(text).toMatch(/^jobs_waiting\{state="given up"\} 0$/m);
  const oldest = Number(/^jobs_oldest_due_seconds (\S+)$/m.exec(text)?.[1]);
  expect(oldest).toBeGreaterThanOrEqual(59);
  expect(oldest).toBeLessThan(90);
});

test('a token is asked for where there is one', async () => {
  const token = 'a-token-of-some-length';
  const server = await serveMetrics({ port: 0, token, host: '127.0.0.1' }, async () => 'up 1\n');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  try {
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.text()]).toEqual([200, 'up 1\n']);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});
