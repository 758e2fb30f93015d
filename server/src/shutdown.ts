import { Server as NetServer, type Socket } from 'node:net';
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

/** Stops accepting when no connection arrived for `forMs`, in an iteration of at most `briefMs`, or after `withinMs`. */
const quiet = { forMs: 50, briefMs: 1, withinMs: 200 };

/**
 * The operating system completes connections before the process accepts them, and the primary of a cluster passes them
 * to its workers one at a time. Those not accepted yet are reset when the server closes. New connections are not read
 * meanwhile: while a request is handled, more may arrive. Returns a function that reads them.
 */
async function untilNoNewConnections(server: NetServer): Promise<() => void> {
  const paused: Socket[] = [];
  let newestAt = performance.now();
  const pause = (socket: Socket) => {
    paused.push(socket);
    newestAt = performance.now();
    // The HTTP server begins to read in the next tick.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', pause);
  const deadline = newestAt + quiet.withinMs;
  for (let now = newestAt, isQuiet = false; !isQuiet && now < deadline; ) {
    const before = now;
    await nextIteration();
    now = performance.now();
    isQuiet = now - newestAt >= quiet.forMs && now - before < quiet.briefMs;
  }
  server.off('connection', pause);
  return () => {
    for (const socket of paused) socket.resume();
  };
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
    const readPaused = await untilNoNewConnections(server);
    // The HTTP server's own close would also close idle connections.
    NetServer.prototype.close.call(server, () => allClosed.resolve());
    readPaused();
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
