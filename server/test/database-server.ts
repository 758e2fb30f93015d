import { Client } from 'pg';

/** The address of a database on the same server. */
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
 * Removes a database, whoever of us is still connected. Not `with (force)`: that is refused while the server's own cleaner is in there, which
 * only a superuser may end; without it the server asks the cleaner to leave, and waits.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await command(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await command(server, `drop database if exists ${name}`);
}
