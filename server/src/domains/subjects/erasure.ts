import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { relistUnlistedChains } from '#domains/chains/lists.ts';
import type { Erased } from '#domains/collections/erasure.ts';
import { enterSubject, lockChainsOf } from './write-queries.ts';

/** Deletes a user's list of subjects and their subjects. The chains in them stay, in their owners' lists if need be. */
export async function eraseSubjectsOf(tx: Transaction, userId: number): Promise<Erased> {
  const subjects = await tx.query<{ id: number }>(
    sql`select id from subjects where owner_id = ${userId} order by id`,
  );
  for (const { id } of subjects) await enterSubject(tx, id);
  const chainIds = await lockChainsOf(
    tx,
    subjects.map(({ id }) => id),
  );
  await tx.query(sql`delete from user_subjects where user_id = ${userId}`);
  const rows = await tx.query<{ id: number; photo_id: number | null }>(
    sql`delete from subjects where owner_id = ${userId} returning id, photo_id`,
  );
  await relistUnlistedChains(tx, chainIds);
  return { ids: rows.map((row) => row.id), photoIds: rows.flatMap((row) => row.photo_id ?? []) };
}
