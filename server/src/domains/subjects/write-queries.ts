import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/**
 * Serialises adding chains to a subject, removing them and deleting it. Chains are locked before subjects, and without
 * this lock the chains of the subject could change while they are being locked.
 */
export async function enterSubject(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('subject ' || ${id}::bigint, 0))`);
}

/** Locks the chains of these subjects. */
export async function lockChainsOf(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from chains where id in (select chain_id from subject_chains where subject_id = any (${ids}))
    order by id for no key update`);
  return rows.map((row) => row.id);
}
