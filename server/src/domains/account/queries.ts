import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/** A second request does not restart the 30 days. */
export async function markLeaving(tx: Transaction, userId: number): Promise<Date> {
  const [row] = await tx.query<{ leaving_at: Date }>(sql`
    update users set leaving_at = coalesce(leaving_at, now()) where id = ${userId} returning leaving_at`);
  if (!row) throw new Error('There is no such account.');
  return row.leaving_at;
}

/** Locks all active super admins, so that the last two cannot leave concurrently. */
export async function lockSuperAdmins(tx: Transaction): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from users where role = 'kSuperAdmin' and leaving_at is null order by id for update`);
  return rows.map((row) => row.id);
}

export const graceDays = 30;

const isDue = sql`leaving_at <= now() - make_interval(days => ${graceDays})`;

export async function listDue(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from users where ${isDue} order by leaving_at`);
  return rows.map((row) => row.id);
}

export interface DueRow {
  id: number;
  email: string;
  photo_id: number | null;
  social_photo_id: number | null;
}

/** Undefined if the user has come back or is already erased. */
export async function lockDue(tx: Transaction, userId: number): Promise<DueRow | undefined> {
  const [row] = await tx.query<DueRow>(
    sql`select id, email, photo_id, social_photo_id from users where id = ${userId} and ${isDue} for update`,
  );
  return row;
}

/** Cascades to sessions, API tokens, e-mail links, identities and the creator request. */
export async function deleteUser(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from users where id = ${userId}`);
}

/** The planner's statistics contain names and addresses until the next `analyze`. */
export async function renewStatistics(tx: Transaction): Promise<void> {
  await tx.allow(10 * 60_000);
  await tx.query(sql`analyze`);
}
