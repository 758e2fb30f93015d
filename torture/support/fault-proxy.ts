import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A fault of the connection. `none` ends it and resets connections that lost data.
 *
 * - `delay`: every chunk of a response arrives `ms` later
 * - `drip`: responses arrive one byte every `ms`
 * - `reset`: connections are reset, new ones at once
 * - `swallow`: connections stay open and no data passes
 * - `cut`: a response breaks off in the middle
 * - `down`: nothing listens
 * - `commit`: PostgreSQL commits, and the connection breaks before the confirmation; `ofSingles` is the share of
 *   single statements, which are transactions of their own, that this happens to
 */
export type Fault =
  | { kind: 'none' | 'reset' | 'swallow' | 'cut' | 'down' }
  | { kind: 'delay' | 'drip'; ms: number }
  | { kind: 'commit'; ofSingles: number };

export interface FaultProxy {
  port: number;
  /** Number of open connections. */
  readonly open: number;
  /** Number of times a fault was applied. */
  readonly struck: number;
  set(fault: Fault): Promise<void>;
  stop(): Promise<void>;
}

/** A TCP proxy in front of a local server that injects network faults. */
export async function startFaultProxy(target: { port: number }): Promise<FaultProxy> {
  const links = new Set<Link>();
  let fault: Fault = { kind: 'none' };
  let struck = 0;

  const accept = (client: Socket) => {
    if (fault.kind === 'reset') {
      struck += 1;
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
    const link = new Link(client, target.port, {
      fault: () => fault,
      strike: () => {
        struck += 1;
      },
    });
    links.add(link);
    void link.over.then(() => links.delete(link));
  };
  const listen = async (port: number) => {
    const fresh = createServer({ pauseOnConnect: false }, accept).listen(port, '127.0.0.1');
    await once(fresh, 'listening');
    return fresh;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const link of links) link.break();
    await closed;
  };

  return {
    port,
    get open() {
      return links.size;
    },
    get struck() {
      return struck;
    },
    async set(next) {
      fault = next;
      for (const link of links) {
        if (next.kind === 'reset' || (next.kind === 'none' && link.hasLost)) link.break();
      }
      if (next.kind === 'down') {
        struck += 1;
        await close();
      } else if (!server.listening) {
        server = await listen(port);
      }
    },
    stop: close,
  };
}

interface Conditions {
  fault: () => Fault;
  strike: () => void;
}

/** One proxied connection. */
class Link {
  readonly over: Promise<unknown>;
  /** Data was dropped on this connection. */
  hasLost = false;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #conditions: Conditions;
  #commits = false;

  constructor(client: Socket, port: number, conditions: Conditions) {
    this.#client = client;
    this.#server = connect({ port, host: '127.0.0.1' });
    this.#conditions = conditions;
    for (const socket of [client, this.#server]) socket.setNoDelay(true).on('error', () => this.break());
    this.over = Promise.all([
      this.#pass(client, this.#server, (piece) => this.#sendRequest(piece)),
      this.#pass(this.#server, client, (piece) => this.#response(piece)),
    ]);
  }

  break(): void {
    for (const socket of [this.#client, this.#server]) if (!socket.destroyed) socket.resetAndDestroy();
  }

  async #pass(from: Socket, to: Socket, hand: (piece: Buffer) => Promise<void>): Promise<void> {
    try {
      for await (const piece of from) await hand(piece as Buffer);
      to.end();
    } catch {
      this.break();
    }
  }

  async #sendRequest(piece: Buffer): Promise<void> {
    const fault = this.#conditions.fault();
    if (fault.kind === 'swallow') return this.#lose();
    if (fault.kind === 'commit' && piece.includes(commitMessage)) this.#commits = true;
    return write(this.#server, piece);
  }

  async #response(piece: Buffer): Promise<void> {
    const fault = this.#conditions.fault();
    switch (fault.kind) {
      case 'swallow':
        return this.#lose();
      case 'delay':
        this.#conditions.strike();
        await sleep(fault.ms);
        return write(this.#client, piece);
      case 'drip':
        return this.#drip(piece);
      case 'cut':
        this.#conditions.strike();
        await write(this.#client, piece.subarray(0, piece.length >> 1));
        return this.break();
      case 'commit':
        if (!this.#commits && !(endsTransaction(piece) && Math.random() < fault.ofSingles)) break;
        this.#conditions.strike();
        return this.break();
      default:
    }
    return write(this.#client, piece);
  }

  async #drip(piece: Buffer): Promise<void> {
    this.#conditions.strike();
    for (let sent = 0; sent < piece.length; sent += 1) {
      const fault = this.#conditions.fault();
      if (fault.kind !== 'drip') return write(this.#client, piece.subarray(sent));
      await write(this.#client, piece.subarray(sent, sent + 1));
      await sleep(fault.ms);
    }
  }

  async #lose(): Promise<void> {
    this.#conditions.strike();
    this.hasLost = true;
  }
}

/** A commit as the driver sends it: a simple query message. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
/** ReadyForQuery, outside a transaction. */
const readyAndIdle = Buffer.from('Z\0\0\0\x05I', 'latin1');

function endsTransaction(piece: Buffer): boolean {
  return piece.length >= 6 && piece.subarray(-6).equals(readyAndIdle);
}

async function write(socket: Socket, piece: Buffer): Promise<void> {
  if (piece.length > 0 && !socket.write(piece))
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
