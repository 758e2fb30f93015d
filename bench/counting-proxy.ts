import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Startup parameter of connections that serve requests; jobs and listeners use other application names. */
const requestApplicationName = 'application_name\0gyan\0';
/** Simple query, and execution of a prepared statement. */
const statementMessages = new Set(['Q', 'E']);

export interface CountingProxy {
  url: string;
  /** Number of statements sent for requests. */
  readonly sent: number;
  stop(): Promise<void>;
}

/** A proxy in front of the database that counts statements. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    let isForRequests = false;
    const read = parseMessages((kind, message) => {
      if (kind === undefined) isForRequests = message.includes(requestApplicationName);
      else if (isForRequests && statementMessages.has(kind)) sent += 1;
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

/**
 * Splits the driver's bytes into protocol messages: type byte, length, payload. The startup message has no type byte.
 */
function parseMessages(
  onMessage: (kind: string | undefined, message: Buffer) => void,
): (chunk: Buffer) => void {
  let buffered: Buffer = Buffer.alloc(0);
  let typeLength = 0;
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= typeLength + 4) {
      const length = typeLength + buffered.readUInt32BE(typeLength);
      if (buffered.length < length) return;
      onMessage(
        typeLength === 0 ? undefined : buffered.toString('latin1', 0, 1),
        buffered.subarray(0, length),
      );
      buffered = buffered.subarray(length);
      typeLength = 1;
    }
  };
}
