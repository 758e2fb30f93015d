import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What happens on the way. `none` heals: connections that lost something are reset, so that nobody goes on in the middle of a sentence.
 *
 * - `delay`: every piece of an answer comes `ms` later
 * - `drip`: answers come a byte at a time, one every `ms`
 * - `reset`: connections break, new ones at once
 * - `swallow`: both sides are connected, and neither hears the other
 * - `cut`: an answer breaks off in the middle
 * - `down`: nothing listens
 * - `commit`: PostgreSQL hears a commit and carries it out, and the connection breaks instead of saying so; of single statements, which are
 *   transactions of their own, this share
 */
export type Fault =
  | { kind: 'none' | 'reset' | 'swallow' | 'cut' | 'down' }
  | { kind: 'delay' | 'drip'; ms: number }
  | { kind: 'commit'; ofSingles: number };

export interface FaultProxy {
  port: number;
  /** How many connections are open now. */
  readonly open: number;
  /** How often a fault has struck. */
  readonly struck: number;
  set(fault: Fault): Promise<void>;
  stop(): Promise<void>;
}

/** Stands between the product and a server on this machine, and does to their conversation what networks do. */
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

/** One connection, from both sides. */
class Link {
  readonly over: Promise<unknown>;
  /** Something that was said on it has not arrived. */
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
      this.#pass(client, this.#server, (piece) => this.#ask(piece)),
      this.#pass(this.#server, client, (piece) => this.#answer(piece)),
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

  async #ask(piece: Buffer): Promise<void> {
    const fault = this.#conditions.fault();
    if (fault.kind === 'swallow') return this.#lose();
    if (fault.kind === 'commit' && piece.includes(commitMessage)) this.#commits = true;
    return write(this.#server, piece);
  }

  async #answer(piece: Buffer): Promise<void> {
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

/** As the driver sends it: a simple query, its length, its text. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
/** “Ready for the next query, and in no transaction.” */
const readyAndIdle = Buffer.from('Z\0\0\0\x05I', 'latin1');

function endsTransaction(piece: Buffer): boolean {
  return piece.length >= 6 && piece.subarray(-6).equals(readyAndIdle);
}

async function write(socket: Socket, piece: Buffer): Promise<void> {
  if (piece.length > 0 && !socket.write(piece))
    await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
