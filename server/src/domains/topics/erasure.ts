import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

export async function eraseTopicsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from user_topics where user_id = ${userId}`);
}
