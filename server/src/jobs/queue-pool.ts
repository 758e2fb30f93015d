import pg from 'pg';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

/** One of the few codes after which the queue asks again, again and again. */
const askAgain = 'ETIMEDOUT';

/**
 * The queue writes down that a job is over without waiting for it: where the database is away just then, it asks again only if the error
 * has a code that it knows, and ends the process otherwise. So every trouble of the database gets such a code.
 */
function inItsWords(error: Error): Error {
  if (!isDatabaseUnavailable(error)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: askAgain });
}

class QueueClient extends pg.Client {
  override query(...args: unknown[]): never {
    const result = (super.query as (...all: unknown[]) => unknown)(...args);
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }
}

class QueuePool extends pg.Pool {
  override connect(...args: unknown[]): never {
    const result = (super.connect as (...all: unknown[]) => unknown)(...args);
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }
}

function rethrow(error: Error): never {
  throw inItsWords(error);
}

export function openQueuePool(url: string, max: number, applicationName: string): pg.Pool {
  const pool = new QueuePool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    Client: QueueClient,
  });
  // A broken connection shows itself at the next statement; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
