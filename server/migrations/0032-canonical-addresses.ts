import { canonicalEmail } from '@gyan/contract/credentials.ts';
import type pg from 'pg';

/**
 * Gives stored addresses with a non-ASCII domain their canonical form. ASCII domains need nothing: they are compared in lower case.
 * Where two rows become one mailbox, the verified account, else the older row, gets the address; the other keeps its old spelling.
 */
export async function step(client: pg.Client): Promise<void> {
  await normalise(client, 'users', 'email_verified_at is null, id');
  await normalise(client, 'contacts');
  await normalise(client, 'connection_requests');
  await normalise(client, 'feedback');
}

async function normalise(client: pg.Client, table: string, order = 'id'): Promise<void> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select id, email from ${table} where split_part(email, '@', 2) ~ '[^\\x01-\\x7f]' order by ${order}`,
  );
  for (const { id, email } of rows) {
    const canonical = canonicalEmail(email);
    if (canonical === undefined) continue;
    await client.query('savepoint address');
    try {
      await client.query(`update ${table} set email = $1 where id = $2`, [canonical, id]);
    } catch (error) {
      if ((error as { code?: unknown }).code !== '23505') throw error;
      await client.query('rollback to savepoint address');
    }
    await client.query('release savepoint address');
  }
}
