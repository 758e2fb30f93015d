import type { Socket } from 'node:net';
import pg from 'pg';

/** Added to the statement timeout: a server that works reports the timeout itself. */
export const answerGraceMs = 1_000;

/**
 * Closes the connection when an answer does not arrive in time: everything that waits on it fails at once, and the pool
 * opens another. The driver's own timeout would keep the broken connection, and the rollback would wait as long again.
 */
export class TimeoutClient extends pg.Client {
  answerTimeoutMs: number;
  readonly #defaultTimeoutMs: number;

  /** The pool passes its own configuration to its clients. */
  constructor(config?: pg.ClientConfig & { answerTimeoutMs: number }) {
    super(config);
    this.#defaultTimeoutMs = config?.answerTimeoutMs ?? answerGraceMs;
    this.answerTimeoutMs = this.#defaultTimeoutMs;
  }

  resetAnswerTimeout(): void {
    this.answerTimeoutMs = this.#defaultTimeoutMs;
  }

  override query(...args: unknown[]): never {
    const timer = setTimeout(closeConnection, this.answerTimeoutMs, this);
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = clearBefore(timer, callback as Callback);
    const result = (super.query as (...all: unknown[]) => unknown)(...args);
    if (result instanceof Promise) clearAfter(timer, result);
    else if (typeof callback !== 'function') clearTimeout(timer);
    return result as never;
  }
}

type Callback = (error: unknown, result: unknown) => void;

// Separate functions, because closures inside `query` would keep each statement and its whole result alive until a full
// garbage collection.

function clearBefore(timer: NodeJS.Timeout, callback: Callback): Callback {
  return (error, result) => {
    clearTimeout(timer);
    callback(error, result);
  };
}

function clearAfter(timer: NodeJS.Timeout, result: Promise<unknown>): void {
  const clear = () => clearTimeout(timer);
  result.then(clear, clear);
}

function closeConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}

/** Sends named statements without their name, also those of libraries. */
export class UnpreparedClient extends TimeoutClient {
  override query(...args: unknown[]): never {
    const [statement, ...rest] = args;
    const unnamed = isNamed(statement) ? { ...statement, name: undefined } : statement;
    return super.query(unnamed, ...rest);
  }
}

function isNamed(statement: unknown): statement is object {
  return typeof statement === 'object' && statement !== null && 'name' in statement;
}
