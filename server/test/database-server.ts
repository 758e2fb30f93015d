import { Client } from 'pg';

/** The URL of a database on the same server. */
export function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export async function command(url: string, statement: string, values: string[] = []): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database and ends our connections to it. Not `with (force)`: that fails while autovacuum is
 * connected, which only a superuser may terminate; a plain drop cancels autovacuum and waits.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await command(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await command(server, `drop database if exists ${name}`);
}
