import { createServer, Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

/**
 * Stops accepting and lets everything that was accepted be answered. Closing an idle connection at once could cross a request already
 * on its way, so those get a moment, and whoever uses one is told to close it.
 */
export async function drain(app: FastifyInstance, budgetMs: number): Promise<void> {
  const { server } = app;
  const cut = setTimeout(() => server.closeAllConnections(), budgetMs);
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not the HTTP server's own close, which also closes idle connections.
  const quiet = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([quiet, sleep(Math.min(idleGraceMs, budgetMs))]);
  await app.close();
  clearTimeout(cut);
}
