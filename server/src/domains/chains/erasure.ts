import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Removes a person's list of chains and their chains, also out of other people's subjects, whose counts stay right. The cards in them stay. */
export async function eraseChainsOf(
  tx: Transaction,
  userId: number,
): Promise<{ ids: number[]; photoIds: number[] }> {
  await tx.query(sql`select from chains where owner_id = ${userId} order by id for update`);
  // Then the subjects they are in, as whoever orders one of those does.
  await tx.query(sql`
    select from subjects where id in (
      select subject_id from subject_chains join chains on chains.id = subject_chains.chain_id where chains.owner_id = ${userId}
    )
    order by id for no key update`);
  await tx.query(sql`delete from user_chains where user_id = ${userId}`);
  await tx.query(sql`
    with unlinked as (
      delete from subject_chains using chains
      where chains.id = subject_chains.chain_id and chains.owner_id = ${userId}
      returning subject_id
    ), fewer as (select subject_id, count(*) as chains from unlinked group by subject_id)
    update subjects set chain_count = chain_count - fewer.chains from fewer where subjects.id = fewer.subject_id`);
  const rows = await tx.query<{ id: number; photo_id: number | null }>(
    sql`delete from chains where owner_id = ${userId} returning id, photo_id`,
  );
  return { ids: rows.map((row) => row.id), photoIds: rows.flatMap((row) => row.photo_id ?? []) };
}
