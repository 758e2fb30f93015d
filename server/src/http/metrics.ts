import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplicaOutcome } from '#db/replica.ts';
import { isSameText } from '#lib/tokens.ts';

export interface Metrics {
  registry: Registry;
  observe(app: FastifyInstance): void;
  observePool(name: string, pool: pg.Pool): void;
  observeReplica(): ReplicaMetrics;
}

export interface ReplicaMetrics {
  read(outcome: ReplicaOutcome): void;
  lag(seconds: () => number): void;
}

/** Aggregated over processes by maximum: a sum would depend on their number, and a mean would hide one in trouble. */
const maxMetrics = ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of maxMetrics) Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'http_requests_limited_total',
    help: 'Requests refused because a budget was used up.',
    labelNames: ['route'],
    registers: [registry],
  });
  return {
    registry,
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        // The pattern of the route, because addresses contain ids and tokens.
        const route = request.routeOptions.url ?? 'unknown';
        duration.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
        if (reply.statusCode === 429) refused.inc({ route });
        done();
      });
    },
    observePool(name, pool) {
      // The constructor registers the gauge.
      void new Gauge({
        name: `database_${name}_connections`,
        help: 'Connections of the pool by state.',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          this.set({ state: 'open' }, pool.totalCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
    },
    observeReplica: () => observeReplica(registry),
  };
}

function observeReplica(registry: Registry): ReplicaMetrics {
  const reads = new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads for everybody: answered by the replica, or by the primary because it was behind or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    read: (outcome) => reads.inc({ outcome }),
    lag(seconds) {
      void new Gauge({
        name: 'database_replica_lag_seconds',
        help: 'What the replica may be missing at the most; infinite while it is away.',
        registers: [registry],
        aggregator: 'max',
        collect() {
          this.set(seconds());
        },
      });
    },
  };
}

export interface MetricsAddress {
  port: number;
  /** Without a token the port listens on loopback only. */
  token: string | undefined;
  host: string;
}

/** Serves `GET /metrics` on its own port. */
export async function serveMetrics(
  { port, token, host }: MetricsAddress,
  collect: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (token !== undefined && !isSameText(request.headers.authorization ?? '', `Bearer ${token}`)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    collect().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, token === undefined ? '127.0.0.1' : host, resolve);
  });
  return server;
}
