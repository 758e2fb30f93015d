import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** A new change replaces the one before. */
export async function putEmailChange(
  tx: Transaction,
  change: { userId: number; newEmail: string; oldHash: Buffer; newHash: Buffer },
): Promise<void> {
  await tx.query(sql`
    insert into email_changes (user_id, new_email, old_hash, new_hash, expires_at)
    values (${change.userId}, ${change.newEmail}, ${change.oldHash}, ${change.newHash}, now() + interval '24 hours')
    on conflict (user_id) do update set
      new_email = excluded.new_email, old_hash = excluded.old_hash, new_hash = excluded.new_hash,
      old_confirmed_at = null, new_confirmed_at = null, created_at = now(), expires_at = excluded.expires_at`);
}

export async function findEmailChanger(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(sql`
    select user_id from email_changes
    where (old_hash = ${tokenHash} or new_hash = ${tokenHash}) and expires_at > now()`);
  return row?.user_id;
}

export interface ConfirmedChange {
  newEmail: string;
  isComplete: boolean;
}

/** Each link confirms its own address; repeating changes nothing. */
export async function confirmEmailChange(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<ConfirmedChange | undefined> {
  const [row] = await tx.query<ConfirmedChange>(sql`
    update email_changes set
      old_confirmed_at = case when old_hash = ${tokenHash} then now() else old_confirmed_at end,
      new_confirmed_at = case when new_hash = ${tokenHash} then now() else new_confirmed_at end
    where (old_hash = ${tokenHash} or new_hash = ${tokenHash}) and expires_at > now()
    returning new_email as "newEmail",
      old_confirmed_at is not null and new_confirmed_at is not null as "isComplete"`);
  return row;
}

export async function deleteEmailChange(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from email_changes where user_id = ${userId}`);
}

/** False if another account has the address. A concurrent sign-up with it can still violate its constraint. */
export async function updateEmail(tx: Transaction, userId: number, email: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set email = ${email}
    where id = ${userId}
      and not exists (select from users as other where lower(other.email) = lower(${email}) and other.id <> ${userId})
    returning id`);
  return rows.length > 0;
}
