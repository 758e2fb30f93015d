import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { type Database, openDatabase } from '../../server/src/db/pool.ts';
import { type Product, startProduct } from './product.ts';
import type { Stage } from './proof.ts';

export interface Twins {
  /** Two servers that share nothing but database and storage. */
  each: [Product, Product];
  /** Below which all calls are, on one and on the other. */
  apis: [string, string];
  db: Database;
  /** Ends one of the two, as a supervisor does, and starts it again at the same address. */
  restart(which: 0 | 1): Promise<void>;
}

export async function startTwins(
  { folder, opened }: Stage,
  env: Record<string, string> = {},
): Promise<Twins> {
  const database = await startEmbedded({ dataDir: join(folder, 'database'), log: pino({ level: 'silent' }) });
  opened.defer(() => database.stop());
  const db = openDatabase(database.url, { max: 4, applicationName: 'torture' });
  opened.defer(() => db.close());
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
  // One after the other: the first one fills the empty database.
  const each: [Product, Product] = [await start(0), await start(1)];
  opened.defer(async () => void (await Promise.all(each.map((product) => product.stop()))));
  return {
    each,
    apis: [each[0].api, each[1].api],
    db,
    async restart(which) {
      const { code } = await each[which].stop();
      if (code !== 0) throw new Error(`A server ended with ${code}.`);
      each[which] = await start(which, each[which].port);
    },
  };
}

export interface Balancer {
  api: string;
  /** How often a server took no connection, and the other one was asked instead. */
  readonly refused: number;
  /** Requests that went out to a server and had no whole answer. */
  readonly dropped: readonly string[];
  stop(): Promise<void>;
}

/**
 * Gives every request to the next server in turn, on a connection of its own. It asks the other one where a connection is refused, and
 * nowhere else: what has been sent is owed an answer, and asking again would only hide that none came.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: false });
  let turn = 0;
  let refused = 0;
  const dropped: string[] = [];
  const pass = (
    asked: IncomingMessage,
    answer: ServerResponse,
    body: Buffer,
    first: number,
    tried = 0,
  ): void => {
    const port = ports[(first + tried) % ports.length];
    const { method, url: path, headers } = asked;
    const passed = request({ host: '127.0.0.1', port, method, path, headers, agent });
    const drop = (error: NodeJS.ErrnoException) => {
      dropped.push(`${method} ${path}: ${error.code ?? error.message}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(error.message);
    };
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.on('error', drop);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'connect' || tried + 1 === ports.length) return drop(error);
      refused += 1;
      return pass(asked, answer, body, first, tried + 1);
    });
    passed.end(body);
  };
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      turn += 1;
      pass(asked, answer, Buffer.concat(chunks), turn);
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
