import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { subjects } from '#domains/collections/collection.ts';
import { type Erased, eraseItemsOf } from '#domains/collections/erasure.ts';

/**
 * Deletes a user's list of chains and their chains, and removes these from the subjects of others. The cards in them
 * stay.
 */
export async function eraseChainsOf(tx: Transaction, userId: number): Promise<Erased> {
  const erased = await eraseItemsOf(tx, userId, 'chains', subjects.items);
  await tx.query(sql`delete from user_chains where user_id = ${userId}`);
  return erased;
}
