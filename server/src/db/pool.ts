import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { utf8 } from '#lib/utf8.ts';
import { unlessInCircle } from './circle.ts';
import { answerGraceMs, PatientClient, UnpreparedClient } from './patient-client.ts';

/** Something a statement can be run on: the pool, or the connection of a transaction. */
export interface Db {
  query<Row extends object>(statement: Sql | NamedSql): Promise<Row[]>;
}

/** A statement with a name is prepared once per connection; give hot ones a name. */
export interface NamedSql {
  name: string;
  text: string;
  values: unknown[];
  /**
   * Columns come as UTF-8, each row as it arrives. For what is megabytes: until the last row is there, the texts of the first would grow old and have
   * room made for them that is not given back.
   */
  asBytes?: boolean;
}

export interface Database extends Db {
  /**
   * Commits when `work` resolves, rolls back when it rejects. Where two wait for each other the database ends one of them, whose `work`
   * then begins again: outside of the database it must do nothing that cannot be done twice.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Makes one transaction of everything that `steps.work` writes here, in however many transactions and statements. */
  together<T>(steps: TogetherSteps<T>): Promise<T>;
  /** For LISTEN and for libraries that bring their own statements. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Actions that must not run half take this instead of `Db`, so that forgetting the transaction does not compile. */
export interface Transaction extends Db {
  readonly inTransaction: true;
  /** For what takes longer than anybody would wait for: so long may each of its statements take. */
  allow(ms: number): Promise<void>;
}

export interface TogetherSteps<T> {
  /** Comes before the first write; what it throws is what becomes of all of it. */
  begin: (tx: Transaction) => Promise<void>;
  work: () => Promise<T>;
  /** Comes after the last write, if there was one, and before the commit. */
  end: (tx: Transaction, result: T) => Promise<void>;
}

// Ids and counts stay below 2^53 by the contract, so a bigint may arrive as a number.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));
const bytesOnly: pg.CustomTypesConfig = { getTypeParser: () => utf8 };

export interface PoolOptions {
  /** A pooler stands before the server, and gives every transaction whatever connection is free. */
  pooled?: boolean;
  /** False: statements with a name are sent like those without. */
  prepared?: boolean;
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  /** How long to wait for a connection, and for an answer; servers and networks may fall silent. */
  connectTimeoutMs?: number;
  answerTimeoutMs?: number;
}

/** Through the pauses of an ordinary day; a pooler or a database with few places closes them when it likes. */
const idleMs = 300_000;
const usual = { statementTimeoutMs: 6_000, connectTimeoutMs: 3_000 };

export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    // A new one costs more than a hundred questions: its start, its sign-in, and every plan anew.
    idleTimeoutMillis: idleMs,
    types,
    application_name: options.applicationName ?? 'gyan',
    connectionTimeoutMillis: options.connectTimeoutMs ?? usual.connectTimeoutMs,
    ...(options.pooled ? {} : timeouts(options)),
    Client: options.prepared === false ? UnpreparedClient : PatientClient,
    keepAlive: true,
    answerTimeoutMs:
      options.answerTimeoutMs ?? (options.statementTimeoutMs ?? usual.statementTimeoutMs) + answerGraceMs,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same goes for one that breaks between two statements of a transaction; the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}));

  const current = () => {
    const part = joined.getStore();
    return part?.together.pool === pool && !part.together.isOver ? part : undefined;
  };

  return {
    pool,
    query(statement) {
      const part = current();
      return part ? part.together.query(statement, part.within) : unlessInCircle(() => run(pool, statement));
    },
    transaction(work) {
      const part = current();
      return part
        ? part.together.transaction(work, part.within)
        : unlessInCircle(() => transact(pool, 'begin', work));
    },
    async together({ begin, work, end }) {
      const together = new Together(pool, begin);
      try {
        const result = await joined.run({ together, within: false }, work);
        await together.commit((tx) => end(tx, result));
        return result;
      } catch (error) {
        throw await together.rollBack(error);
      }
    },
    close: () => pool.end(),
  };
}

/** Settings of a connection; one that goes from hand to hand has them from the pooler (`connect_query`). */
const timeouts = (options: PoolOptions) => ({
  statement_timeout: options.statementTimeoutMs ?? usual.statementTimeoutMs,
  idle_in_transaction_session_timeout: 15_000,
});

/** `within` is true inside of a transaction's work, where nobody may wait for that work to end. */
const joined = new AsyncLocalStorage<{ together: Together; within: boolean } | undefined>();

/** For what has to be written at once, whatever becomes of the rest: its statements take no part in `together`. */
export function apart<T>(work: () => Promise<T>): Promise<T> {
  return joined.run(undefined, work);
}

async function transact<T>(
  pool: pg.Pool,
  beginning: 'begin' | 'begin read only',
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(beginning);
    const result = await work(transactionOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    release(client, broken);
  }
}

function release(client: pg.PoolClient, broken?: Error): void {
  (client as unknown as PatientClient).resetPatience();
  client.release(broken);
}

const transactionOn = (client: pg.PoolClient): Transaction => ({
  inTransaction: true,
  query: (statement) => run(client, statement),
  async allow(ms) {
    await client.query("select set_config('statement_timeout', $1, true)", [String(ms)]);
    (client as unknown as PatientClient).patienceMs = ms + answerGraceMs;
  },
});

const writesWhereOnlyReading = '25006';

/**
 * One transaction for several pieces of work, one after the other. The first that writes begins it: what is only read
 * before holds no connection.
 */
class Together {
  readonly pool: pg.Pool;
  isOver = false;
  readonly #begin: TogetherSteps<unknown>['begin'];
  #begun: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #refusal: { error: unknown } | undefined;
  #lastPart: Promise<unknown> = Promise.resolve();
  #parts = 0;

  constructor(pool: pg.Pool, begin: TogetherSteps<unknown>['begin']) {
    this.pool = pool;
    this.#begin = begin;
  }

  async query<Row extends object>(statement: Sql | NamedSql, within: boolean): Promise<Row[]> {
    if (!this.#begun) {
      try {
        return await transact(this.pool, 'begin read only', (tx) => tx.query<Row>(statement));
      } catch (error) {
        if ((error as { code?: unknown }).code !== writesWhereOnlyReading) throw error;
      }
    }
    return this.transaction((tx) => tx.query<Row>(statement), within);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, within: boolean): Promise<T> {
    this.#begun ??= this.#start();
    const client = await this.#begun;
    const part = () => unlessInCircle(() => this.#part(client, work));
    if (within) return part();
    const inTurn = this.#lastPart.then(part);
    this.#lastPart = inTurn.catch(() => {});
    return inTurn;
  }

  /** A part that fails undoes itself only: whoever asked for it may try another way. */
  async #part<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#parts += 1;
    const savepoint = `part_${this.#parts}`;
    await client.query(`savepoint ${savepoint}`);
    try {
      const result = await joined.run({ together: this, within: true }, () => work(transactionOn(client)));
      await client.query(`release savepoint ${savepoint}`);
      return result;
    } catch (error) {
      // Where even this fails the connection is gone, and the commit will say so.
      await client.query(`rollback to savepoint ${savepoint}`).catch(() => {});
      throw error;
    }
  }

  async commit(end: (tx: Transaction) => Promise<void>): Promise<void> {
    const client = await this.#settle();
    if (!client) return;
    // Refused at the beginning, and nobody listened.
    await this.#begun;
    await end(transactionOn(client));
    await client.query('commit');
    this.#client = undefined;
    release(client);
  }

  /** Answers why: what was said at the beginning counts, whatever was made of it since. */
  async rollBack(error: unknown): Promise<unknown> {
    const client = await this.#settle();
    let broken: Error | undefined;
    try {
      await client?.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError as Error;
    }
    if (client) release(client, broken);
    return this.#refusal?.error ?? error;
  }

  /** From here on nothing joins, and what had joined is done: the connection goes back with nobody left on it. */
  async #settle(): Promise<pg.PoolClient | undefined> {
    this.isOver = true;
    await Promise.allSettled([this.#begun]);
    await this.#lastPart;
    return this.#client;
  }

  async #start(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    this.#client = client;
    await client.query('begin');
    try {
      await this.#begin(transactionOn(client));
    } catch (error) {
      this.#refusal = { error };
      throw error;
    }
    return client;
  }
}

async function run<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  statement: Sql | NamedSql,
): Promise<Row[]> {
  const { rows } = await target.query<Row>(
    'name' in statement
      ? {
          name: statement.name,
          text: statement.text,
          values: statement.values,
          ...(statement.asBytes ? { types: bytesOnly } : {}),
        }
      : { text: statement.text, values: statement.values },
  );
  return rows;
}
