import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { Db } from './pool.ts';

/** A random key shared by all processes, created on first use. Each table has one row. */
export async function getSharedKey(
  db: Db,
  table: 'challenge_keys' | 'factor_keys' | 'unsubscribe_keys',
): Promise<Buffer> {
  const [found] = await db.query<{ key: Buffer }>(sql`select key from ${raw(table)}`);
  if (found) return found.key;
  await db.query(sql`insert into ${raw(table)} (key) values (${randomBytes(32)}) on conflict do nothing`);
  // Another process may have created it first.
  return getSharedKey(db, table);
}
