import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Deletes a user's reviews, memories, studies, places, readings and settings. */
export async function eraseLearningOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from reviews where user_id = ${userId}`);
  await tx.query(sql`delete from memories where user_id = ${userId}`);
  await tx.query(sql`delete from studies where user_id = ${userId}`);
  await tx.query(sql`delete from places where user_id = ${userId}`);
  await tx.query(sql`delete from readings where user_id = ${userId}`);
  await tx.query(sql`delete from learning_settings where user_id = ${userId}`);
}
