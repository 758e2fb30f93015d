import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { type Database, openDatabase } from '../../server/src/db/pool.ts';
import { type Product, startProduct } from './product.ts';
import type { ScriptContext } from './torture-script.ts';

export interface TwoServers {
  /** Two servers that share the database and the storage. */
  products: [Product, Product];
  /** Base URL of the API on each server. */
  apis: [string, string];
  db: Database;
  /** Stops one server with SIGTERM and starts it again on the same port. */
  restart(which: 0 | 1): Promise<void>;
}

export async function startTwoServers(
  { folder, cleanup }: ScriptContext,
  env: Record<string, string> = {},
): Promise<TwoServers> {
  const database = await startEmbedded({ dataDir: join(folder, 'database'), log: pino({ level: 'silent' }) });
  cleanup.defer(() => database.stop());
  const db = openDatabase(database.url, { max: 4, applicationName: 'torture' });
  cleanup.defer(() => db.close());
  const start = (which: number, port?: number) =>
    startProduct({
      dataDir: join(folder, `server ${which}`),
      workers: 1,
      ...(port === undefined ? {} : { port }),
      env: {
        DATABASE_URL: database.url,
        STORAGE_URL: pathToFileURL(join(folder, 'storage')).href,
        ...env,
      },
    });
  // In sequence: the first migrates the empty database.
  const products: [Product, Product] = [await start(0), await start(1)];
  cleanup.defer(async () => void (await Promise.all(products.map((product) => product.stop()))));
  return {
    products,
    apis: [products[0].api, products[1].api],
    db,
    async restart(which) {
      const { code } = await products[which].stop();
      if (code !== 0) throw new Error(`A server ended with ${code}.`);
      products[which] = await start(which, products[which].port);
    },
  };
}

export interface Balancer {
  api: string;
  /** Number of refused connections that were retried on the other server. */
  readonly refused: number;
  /** Requests that were sent and got no whole response. */
  readonly dropped: readonly string[];
  stop(): Promise<void>;
}

/**
 * A round-robin load balancer without keep-alive. It retries only refused connections: a retry after sending would hide
 * dropped requests.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: false });
  let count = 0;
  let refused = 0;
  const dropped: string[] = [];
  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    first: number,
    tried = 0,
  ): void => {
    const port = ports[(first + tried) % ports.length];
    const { method, url: path, headers } = incoming;
    const upstreamRequest = request({ host: '127.0.0.1', port, method, path, headers, agent });
    const drop = (error: NodeJS.ErrnoException) => {
      dropped.push(`${method} ${path}: ${error.code ?? error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(error.message);
    };
    upstreamRequest.on('response', (upstream) => {
      outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(outgoing);
      upstream.on('error', drop);
    });
    upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'connect' || tried + 1 === ports.length) return drop(error);
      refused += 1;
      return forward(incoming, outgoing, body, first, tried + 1);
    });
    upstreamRequest.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      count += 1;
      forward(incoming, outgoing, Buffer.concat(chunks), count);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    get refused() {
      return refused;
    },
    dropped,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
