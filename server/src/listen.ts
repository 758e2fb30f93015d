import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';
import { StartError } from '#db/start-error.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Fails early if the address is not available, before the database is prepared. */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...address, exclusive: true }, () => server.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    throw explained(error, address);
  });
}

/** Returns the port, which the system chooses if `address.port` is 0. */
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
