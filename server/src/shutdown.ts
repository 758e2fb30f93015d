import cluster from 'node:cluster';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Graceful shutdown of one HTTP server. */
export interface Shutdown {
  /** Accepts no new connections; open connections are not affected. */
  stopAccepting(): Promise<void>;
  /** Stops accepting, answers every accepted request, and closes the server within the given time. */
  drain(budgetMs: number): Promise<void>;
}

const idleGraceMs = 1_000;
/** Time for connections that were just accepted to send their request. */
const settleMs = 100;

/** Stops accepting after this many iterations of the event loop without a new connection, or after `withinMs`. */
const quiet = { iterations: 3, withinMs: 200 };

/**
 * The operating system completes connections before the process accepts them, one or more per iteration of the event
 * loop. Those not accepted yet are reset when the server closes. In a cluster they wait at the primary, which passes
 * them to other workers.
 */
async function untilNoNewConnections(server: NetServer): Promise<void> {
  if (cluster.isWorker) return;
  let isNew = false;
  const notice = () => {
    isNew = true;
  };
  server.on('connection', notice);
  const begun = performance.now();
  for (let iterations = 0; iterations < quiet.iterations && performance.now() - begun < quiet.withinMs; ) {
    isNew = false;
    await nextIteration();
    iterations = isNew ? 0 : iterations + 1;
  }
  server.off('connection', notice);
}

/**
 * Clients are told to close their connections only after the server stopped accepting; told before, they would
 * reconnect while it closes. Idle connections stay open for a moment, because a request may already be on its way, and
 * its answer says `connection: close`.
 */
export function prepareShutdown(app: FastifyInstance): Shutdown {
  const { server } = app;
  const allClosed = Promise.withResolvers<void>();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await untilNoNewConnections(server);
    // The HTTP server's own close would also close idle connections.
    NetServer.prototype.close.call(server, () => allClosed.resolve());
  };
  const stopAccepting = () => (stopped ??= stop());
  return {
    stopAccepting,
    async drain(budgetMs) {
      const cut = setTimeout(() => server.closeAllConnections(), budgetMs);
      await stopAccepting();
      await Promise.race([allClosed.promise, sleep(Math.min(settleMs, budgetMs))]);
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      // For connections whose answer is sent later: closing idle connections does not reach them.
      server.keepAliveTimeout = idleGraceMs;
      await Promise.race([allClosed.promise, sleep(Math.min(idleGraceMs, budgetMs))]);
      await app.close();
      clearTimeout(cut);
    },
  };
}
