import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** `isNew`: the user has not signed in with this browser before. `isFirst`: the account was created just now. */
export async function noteBrowser(
  tx: Transaction,
  userId: number,
  tokenHash: Buffer,
): Promise<{ isNew: boolean; isFirst: boolean }> {
  const [row] = await tx.query<{ isNew: boolean; isFirst: boolean }>(sql`
    insert into devices (user_id, token_hash) values (${userId}, ${tokenHash})
    on conflict (user_id, token_hash) do update set last_used_at = now()
    returning xmax = 0 as "isNew", (select users.created_at = now() from users where id = user_id) as "isFirst"`);
  return row ?? { isNew: true, isFirst: false };
}

export async function deleteBrowsersOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from devices where user_id = ${userId}`);
}

export async function insertAlertLink(tx: Transaction, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.query(sql`
    insert into alert_links (token_hash, user_id, since, expires_at)
    values (${tokenHash}, ${userId}, now(), now() + interval '7 days')`);
}

export async function findAlertLink(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from alert_links where token_hash = ${tokenHash} and expires_at > now()`,
  );
  return row?.user_id;
}

/** Consumes the link; returns the time of the event that it reports. */
export async function takeAlertLink(tx: Transaction, tokenHash: Buffer): Promise<Date | undefined> {
  const [row] = await tx.query<{ since: Date }>(
    sql`delete from alert_links where token_hash = ${tokenHash} and expires_at > now() returning since`,
  );
  return row?.since;
}

export async function deleteAlertLinksOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from alert_links where user_id = ${userId}`);
}

/** Deletes expired rows, which are refused anyway, and browsers whose cookie has expired. */
export async function deleteExpiredProofs(db: Db): Promise<void> {
  await db.query(sql`delete from sign_in_tickets where expires_at < now()`);
  await db.query(sql`delete from alert_links where expires_at < now()`);
  await db.query(sql`delete from email_changes where expires_at < now()`);
  await db.query(sql`delete from devices where last_used_at < now() - interval '400 days'`);
}
