import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Deletes the suggestions that a user made. Those the user decided stay, without a name. */
export async function eraseSuggestionsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from suggestions where owner_id = ${userId}`);
  await tx.query(sql`update suggestions set decided_by = null, answer = null where decided_by = ${userId}`);
}
