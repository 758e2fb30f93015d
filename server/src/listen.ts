import cluster from 'node:cluster';
import { createServer, Server as NetServer } from 'node:net';
import { setImmediate as nextLook, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';
import { StartError } from '#db/start-error.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Finds out early that the address cannot be had, before minutes go into preparing what would be served there. */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...address, exclusive: true }, () => server.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    throw explained(error, address);
  });
}

/** Answers the port, which the system chooses when it is 0. */
export async function listen(app: FastifyInstance, address: Address): Promise<number> {
  await app.listen({ ...address }).catch((error: NodeJS.ErrnoException) => {
    throw explained(error, address);
  });
  const bound = app.server.address();
  return typeof bound === 'object' && bound ? bound.port : address.port;
}

function explained(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already taken by another program; end it, or set PORT to another number.`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} needs more rights than this account has; set PORT to another number.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST must be an address of this machine, not “${host}”.`);
    default:
      return error;
  }
}

const idleGraceMs = 1_000;
/** For whoever was at the door when it closed to be let in. */
const settleMs = 100;

/** After so many looks that found nobody at the door it closes, and at last after so long. */
const calm = { looks: 3, withinMs: 200 };

/**
 * Connections that the system has made and this process has not taken in yet are lost when the door closes, and a look may take in only one of them. In a fleet
 * they wait at the primary, which hands them to others.
 */
async function untilNobodyComes(server: NetServer): Promise<void> {
  if (cluster.isWorker) return;
  let came = false;
  const notice = () => {
    came = true;
  };
  server.on('connection', notice);
  const begun = performance.now();
  for (let looks = 0; looks < calm.looks && performance.now() - begun < calm.withinMs; ) {
    came = false;
    await nextLook();
    looks = came ? 0 : looks + 1;
  }
  server.off('connection', notice);
}

/** The way out of a server, in two steps; the first may be taken before the second, by whoever ends several servers at one address. */
export interface Leaving {
  /** Nobody new is let in; everybody inside goes on as if nothing had happened. */
  closeDoor(): Promise<void>;
  /** Lets everything that was accepted be answered, and ends within the time given. */
  drain(budgetMs: number): Promise<void>;
}

/**
 * Those inside are asked to leave only once the door is closed: told so before, each would come back by a new connection, and connections that are
 * being made while a door closes are what is lost. Closing an idle connection at once could cross a request already on its way, so those
 * get a moment, and whoever uses one is told to close it.
 */
export function prepareLeaving(app: FastifyInstance): Leaving {
  const { server } = app;
  const empty = Promise.withResolvers<void>();
  let closed: Promise<void> | undefined;
  const closeDoor = async () => {
    await untilNobodyComes(server);
    // Not the HTTP server's own close, which also closes idle connections.
    NetServer.prototype.close.call(server, () => empty.resolve());
  };
  return {
    closeDoor: () => (closed ??= closeDoor()),
    async drain(budgetMs) {
      const cut = setTimeout(() => server.closeAllConnections(), budgetMs);
      await (closed ??= closeDoor());
      await Promise.race([empty.promise, sleep(Math.min(settleMs, budgetMs))]);
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      // Of a connection whose answer is given only later, which nothing closes that is idle now.
      server.keepAliveTimeout = idleGraceMs;
      await Promise.race([empty.promise, sleep(Math.min(idleGraceMs, budgetMs))]);
      await app.close();
      clearTimeout(cut);
    },
  };
}
