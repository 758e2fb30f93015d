import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { utf8 } from '#lib/utf8.ts';
import { retryOnDeadlock } from './retry-on-deadlock.ts';
import { answerGraceMs, TimeoutClient, UnpreparedClient } from './timeout-client.ts';

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

/** Can run a statement, or several in one transaction. */
export interface TransactionalDb extends Db {
  /**
   * Commits when `work` resolves, rolls back when it rejects. After a deadlock `work` runs again, so it must have no effect outside of the
   * database that cannot be repeated.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export interface Database extends TransactionalDb {
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
    Client: options.prepared === false ? UnpreparedClient : TimeoutClient,
    keepAlive: true,
    answerTimeoutMs:
      options.answerTimeoutMs ?? (options.statementTimeoutMs ?? usual.statementTimeoutMs) + answerGraceMs,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same goes for one that breaks between two statements of a transaction; the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    pool,
    query: (statement) => retryOnDeadlock(() => run(pool, statement)),
    transaction: (work) => retryOnDeadlock(() => transact(pool, work)),
    close: () => pool.end(),
  };
}

/** Settings of a connection; one that goes from hand to hand has them from the pooler (`connect_query`). */
const timeouts = (options: PoolOptions) => ({
  statement_timeout: options.statementTimeoutMs ?? usual.statementTimeoutMs,
  idle_in_transaction_session_timeout: 15_000,
});

/** For code that opens a transaction of its own and has to take part in `tx`: both commit together, or neither does. */
export function joinTransaction(tx: Transaction): TransactionalDb {
  return { query: (statement) => tx.query(statement), transaction: (work) => work(tx) };
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(transactionOn(client));
    await client.query('commit');
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
