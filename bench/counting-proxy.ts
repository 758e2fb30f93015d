import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connections on which requests are answered; those that watch for jobs and notices have names of their own. */
const requestsName = 'application_name\0gyan\0';
/** A text that is run at once, and one that was prepared. */
const statements = new Set(['Q', 'E']);

export interface CountingProxy {
  url: string;
  /** How many statements have been sent for requests. */
  readonly sent: number;
  stop(): Promise<void>;
}

/** Stands between the product and its database and counts what is asked, whatever the product itself would say. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    let isForRequests = false;
    const read = reader((kind, message) => {
      if (kind === undefined) isForRequests = message.includes(requestsName);
      else if (isForRequests && statements.has(kind)) sent += 1;
    });
    client.on('data', read);
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    get sent() {
      return sent;
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Cuts what a driver sends into messages: a letter, a length, and the rest. The first one, which says who it is, has no letter. */
function reader(take: (kind: string | undefined, message: Buffer) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let letters = 0;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= letters + 4) {
      const length = letters + rest.readUInt32BE(letters);
      if (rest.length < length) return;
      take(letters === 0 ? undefined : rest.toString('latin1', 0, 1), rest.subarray(0, length));
      rest = rest.subarray(length);
      letters = 1;
    }
  };
}
