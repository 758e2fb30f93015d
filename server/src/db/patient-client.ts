import type { Socket } from 'node:net';
import pg from 'pg';

/** A server that lives says itself that a statement takes too long. */
export const answerGraceMs = 1_000;

/**
 * Breaks the connection when an answer does not come: whatever waits on it then fails at once, and the pool opens another. The driver's own
 * timeout would leave it as it is, and whoever rolls back would wait as long again.
 */
export class PatientClient extends pg.Client {
  patienceMs: number;
  readonly #usualMs: number;

  /** The pool hands on everything that it was given itself. */
  constructor(config?: pg.ClientConfig & { answerTimeoutMs: number }) {
    super(config);
    this.#usualMs = config?.answerTimeoutMs ?? answerGraceMs;
    this.patienceMs = this.#usualMs;
  }

  resetPatience(): void {
    this.patienceMs = this.#usualMs;
  }

  override query(...args: unknown[]): never {
    const late = setTimeout(hangUp, this.patienceMs, this);
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = clearingFirst(late, callback as Callback);
    const result = (super.query as (...all: unknown[]) => unknown)(...args);
    if (result instanceof Promise) clearAfter(late, result);
    else if (typeof callback !== 'function') clearTimeout(late);
    return result as never;
  }
}

type Callback = (error: unknown, result: unknown) => void;

// Made by functions of their own. As closures of `query` they kept a question and its whole answer alive past the collection of young
// garbage, one leading to the next: `--trace-gc` showed nearly every answer growing old, and a full collection every second for them.

function clearingFirst(late: NodeJS.Timeout, callback: Callback): Callback {
  return (error, result) => {
    clearTimeout(late);
    callback(error, result);
  };
}

function clearAfter(late: NodeJS.Timeout, result: Promise<unknown>): void {
  const clear = () => clearTimeout(late);
  result.then(clear, clear);
}

function hangUp(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}

/** Also for the libraries that bring statements with names of their own. */
export class UnpreparedClient extends PatientClient {
  override query(...args: unknown[]): never {
    const [statement, ...rest] = args;
    const unnamed = isNamed(statement) ? { ...statement, name: undefined } : statement;
    return super.query(unnamed, ...rest);
  }
}

function isNamed(statement: unknown): statement is object {
  return typeof statement === 'object' && statement !== null && 'name' in statement;
}
