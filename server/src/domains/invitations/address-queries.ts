import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/**
 * Serialises inviting an address and signing up with it, so that no invitation is missed. Taken before locks on users.
 */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('invited ' || lower(${email}), 0))`);
}

/** Whether the address belongs to a user, also one who is leaving, and one of the two has blocked the other. */
export async function isBlockedAddress(tx: Transaction, userId: number, email: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from users as owner
    join blocks on (blocks.user_id, blocks.blocked_id) in ((owner.id, ${userId}), (${userId}, owner.id))
    where lower(owner.email) = lower(${email})`);
  return rows.length > 0;
}

/** The verified owner of this address, unless leaving. */
export async function findMemberByAddress(tx: Transaction, email: string): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    select id from users
    where lower(email) = lower(${email}) and email_verified_at is not null and leaving_at is null`);
  return row?.id;
}
