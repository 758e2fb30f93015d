import pg from 'pg';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

/** One of the error codes after which graphile-worker retries. */
const retriedCode = 'ETIMEDOUT';

/**
 * graphile-worker records the end of a job in the background. If the database is unavailable then, it retries only for
 * error codes that it knows and ends the process otherwise. So every such error gets a known code.
 */
function withRetriedCode(error: Error): Error {
  if (!isDatabaseUnavailable(error)) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: retriedCode });
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
  throw withRetriedCode(error);
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
  // The next statement reports a broken connection. Without listeners the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
