import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import { answerGraceMs, TimeoutClient, UnpreparedClient } from './timeout-client.ts';

/** Can run a statement: the pool, or the connection of a transaction. */
export interface Db {
  query<Row extends object>(statement: Sql | NamedSql): Promise<Row[]>;
}

/** Prepared once per connection; for frequent statements. */
export interface NamedSql {
  name: string;
  text: string;
  values: unknown[];
}

/** Can run a statement, or several in one transaction. */
export interface TransactionalDb extends Db {
  /**
   * Commits when `work` resolves, rolls back when it rejects. After a deadlock `work` runs again, so it must have no
   * effect outside of the database that cannot be repeated.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export interface Database extends TransactionalDb {
  /** For LISTEN and for libraries that bring their own statements. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Functions that must not run partly take this instead of `Db`, so that forgetting the transaction does not compile.
 */
export interface Transaction extends Db {
  readonly inTransaction: true;
  /** Raises the statement timeout for the rest of the transaction. */
  allow(ms: number): Promise<void>;
}

// Ids and counts stay below 2^53 by the contract, so a bigint can be a number.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

export interface PoolOptions {
  /** Connects through a transaction pooler. */
  pooled?: boolean;
  /** False: named statements are not prepared. */
  prepared?: boolean;
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  /** How long to wait for a connection, and for an answer; a broken network reports no error. */
  connectTimeoutMs?: number;
  answerTimeoutMs?: number;
}

/** A pooler, or a database with few connections, may close them earlier. */
const idleMs = 300_000;

export function openDatabase(
  url: string,
  {
    pooled = false,
    prepared = true,
    max = 10,
    applicationName = 'gyan',
    statementTimeoutMs = 6_000,
    connectTimeoutMs = 3_000,
    answerTimeoutMs = statementTimeoutMs + answerGraceMs,
  }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Opening a connection costs more than a hundred queries: process, sign-in, and all plans again.
    idleTimeoutMillis: idleMs,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    // Behind a pooler these are set there (`connect_query`).
    ...(pooled ? {} : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 15_000 }),
    Client: prepared ? TimeoutClient : UnpreparedClient,
    keepAlive: true,
    answerTimeoutMs,
  } as pg.PoolConfig);
  // The pool replaces broken idle connections. Without a listener the error would end the process.
  pool.on('error', () => {});
  // If a connection breaks between two statements, the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    pool,
    query: (statement) => retryOnDeadlock(() => run(pool, statement)),
    transaction: (work) => retryOnDeadlock(() => transact(pool, work)),
    close: () => pool.end(),
  };
}

/** A handle on `tx` for code that opens its own transaction: it takes part in `tx` instead. */
export function joinTransaction(tx: Transaction): TransactionalDb {
  return { query: (statement) => tx.query(statement), transaction: (work) => work(tx) };
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(transactionOn(client));
    // PostgreSQL answers the commit of a failed transaction with a rollback, without an error.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    (client as unknown as TimeoutClient).resetAnswerTimeout();
    client.release(broken);
  }
}

const transactionOn = (client: pg.PoolClient): Transaction => ({
  inTransaction: true,
  query: (statement) => run(client, statement),
  async allow(ms) {
    await client.query("select set_config('statement_timeout', $1, true)", [String(ms)]);
    (client as unknown as TimeoutClient).answerTimeoutMs = ms + answerGraceMs;
  },
});

async function run<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  statement: Sql | NamedSql,
): Promise<Row[]> {
  const { rows } = await target.query<Row>(statement);
  return rows;
}
