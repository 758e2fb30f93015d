import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type ReadyCheck = () => Promise<void>;

export const livenessUrl = '/healthz';

const checkTimeoutMs = 2_000;

/** `/healthz`: the process is alive. `/readyz`: it can serve; names the failing part. */
export function installHealth(app: FastifyInstance, checks: Record<string, ReadyCheck>): void {
  app.get(livenessUrl, { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await succeeds(check)] as const),
    );
    const ready = results.every(([, ok]) => ok);
    reply.header('cache-control', 'no-store').code(ready ? 200 : 503);
    if (!ready) reply.header('retry-after', 2);
    return {
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(results.map(([name, ok]) => [name, ok ? 'ok' : 'failing'])),
    };
  });
}

async function succeeds(check: ReadyCheck): Promise<boolean> {
  const timedOut = sleep(checkTimeoutMs, false, { ref: false });
  const passed = check().then(
    () => true,
    () => false,
  );
  return Promise.race([passed, timedOut]);
}
