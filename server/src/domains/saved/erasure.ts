import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Deletes what a user saved, and their lists. */
export async function eraseSavedOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from saved_lists where user_id = ${userId}`);
  await tx.query(sql`delete from saved_items where user_id = ${userId}`);
}
