import { newClient } from '#db/new-client.ts';
import { StartError } from '#db/start-error.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

const oldestMajor = 15;

/** The server does not answer at the moment. */
export class UnreachableError extends StartError {}

/** Names the timeouts that are not set on the connections of a pooler, to which our own settings do not apply. */
export async function missingTimeouts(url: string): Promise<string[]> {
  const client = newClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Checks a database that the operator named. Error messages never contain its password. */
export async function checkConnection(url: string, variable = 'DATABASE_URL'): Promise<void> {
  const client = newClient({
    connectionString: url,
    application_name: 'gyan start',
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < oldestMajor) {
      throw new StartError(
        `${variable} names a PostgreSQL ${major}, and Gyan needs ${oldestMajor} or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const sentence = explain(error as PgError, url, variable);
    throw isDatabaseUnavailable(error) && !isRefusal(error as PgError)
      ? new UnreachableError(sentence)
      : new StartError(sentence);
  } finally {
    await client.end().catch(() => {});
  }
}

type PgError = Error & { code?: string };

/** The server answered with a refusal, so a retry would not help. */
export const isRefusal = ({ code = '' }: PgError) =>
  code.startsWith('28') || code === '3D000' || code === '42501';

function explain(error: PgError, url: string, variable: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  const server = `${hostname || 'localhost'}:${port || '5432'}`;
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  switch (error.code) {
    case '28P01':
    case '28000':
      return `${variable} names a user or password that the server at ${server} refuses.`;
    case '3D000':
      return `${variable} names the database “${database}”, which does not exist at ${server}.`;
    case '42501':
      return `${variable} names a user who may not use the database “${database}”.`;
    case '53300':
      return `${variable} names a server that has no connection left for Gyan.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${variable} names the server ${hostname}, which cannot be found.`;
    default:
      return `${variable} names the server ${server}, which does not answer as a PostgreSQL that Gyan can use.`;
  }
}
