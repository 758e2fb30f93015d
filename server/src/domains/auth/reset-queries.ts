import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** A new link replaces the previous one. */
export async function putReset(tx: Transaction, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.query(sql`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${tokenHash}, now() + interval '1 hour')
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`);
}

export async function findResetter(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from password_resets where token_hash = ${tokenHash} and expires_at > now()`,
  );
  return row?.user_id;
}

/** Consumes the link: of concurrent attempts only one gets true. */
export async function takeReset(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from password_resets where token_hash = ${tokenHash} and expires_at > now() returning user_id`,
  );
  return rows.length > 0;
}

export async function deleteResetOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from password_resets where user_id = ${userId}`);
}
