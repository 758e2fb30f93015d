import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** A walk through a feed may last this long. */
const walkHours = 24;

export async function deleteEnded(db: Db): Promise<void> {
  await db.query(sql`delete from activity where ended_at < now() - make_interval(hours => ${walkHours})`);
}

/** Deleting a user's likes, comments and things ends their activity; here it goes for good. */
export async function deleteActivityOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from activity where stream = ${userId}`);
}
