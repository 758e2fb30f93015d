import pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** Something a statement can be run on: the pool, or the connection of a transaction. */
export interface Db {
  query<Row extends object>(statement: Sql | NamedSql): Promise<Row[]>;
}

/** A statement with a name is prepared once per connection; give hot ones a name. */
export interface NamedSql {
  name: string;
  text: string;
  values: unknown[];
}

export interface Database extends Db {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** For LISTEN and for libraries that bring their own statements. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Actions that must not run half take this instead of `Db`, so that forgetting the transaction does not compile. */
export interface Transaction extends Db {
  readonly inTransaction: true;
}

// Ids and counts stay below 2^53 by the contract, so a bigint may arrive as a number.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

export interface PoolOptions {
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
}

export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    application_name: options.applicationName ?? 'gyan',
    connectionTimeoutMillis: 3_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});

  return {
    pool,
    query: (statement) => run(pool, statement),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work({ inTransaction: true, query: (statement) => run(client, statement) });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

async function run<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  statement: Sql | NamedSql,
): Promise<Row[]> {
  const { rows } = await target.query<Row>(
    'name' in statement
      ? { name: statement.name, text: statement.text, values: statement.values }
      : { text: statement.text, values: statement.values },
  );
  return rows;
}
