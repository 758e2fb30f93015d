import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Inviting an address and signing up with it come one after the other, so that no invitation is missed. Taken before any person. */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('invited ' || lower(${email}), 0))`);
}

/** Who has proved that this address is theirs, and is here. */
export async function findMemberByAddress(tx: Transaction, email: string): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    select id from users
    where lower(email) = lower(${email}) and email_verified_at is not null and leaving_at is null`);
  return row?.id;
}
