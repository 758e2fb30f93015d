import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** Ended rows are kept this long, for cursors with an older snapshot. */
const cursorHours = 24;

export async function deleteEnded(db: Db): Promise<void> {
  await db.query(sql`delete from activity where ended_at < now() - make_interval(hours => ${cursorHours})`);
}

/** Deleting a user's likes, comments and content only marks their activity as ended; this deletes the rows. */
export async function deleteActivityOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from activity where stream = ${userId}`);
}
