import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** What ended this long ago no walk through a feed asks for any more. */
const walkHours = 24;

export async function forgetEnded(db: Db): Promise<void> {
  await db.query(
    sql`delete from activity_ended where ended_at < now() - make_interval(hours => ${walkHours})`,
  );
}

/** Everything else a person did went with their likes, comments and things. */
export async function forgetEndedOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from activity_ended where ${userId} in (stream, owner_id)`);
}
