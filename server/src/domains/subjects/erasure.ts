import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Removes a person's subjects; the chains in them stay. */
export async function eraseSubjectsOf(
  tx: Transaction,
  userId: number,
): Promise<{ ids: number[]; photoIds: number[] }> {
  const rows = await tx.query<{ id: number; photo_id: number | null }>(
    sql`delete from subjects where owner_id = ${userId} returning id, photo_id`,
  );
  return { ids: rows.map((row) => row.id), photoIds: rows.flatMap((row) => row.photo_id ?? []) };
}
