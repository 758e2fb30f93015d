import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { type CountedList, takeFromEveryList } from '#db/ranked-list.ts';

export interface Erased {
  ids: number[];
  photoIds: number[];
}

/**
 * Deletes a user's cards or chains, and removes them from every list they are in. `beforehand` runs when they are
 * locked.
 */
export async function eraseItemsOf(
  tx: Transaction,
  userId: number,
  table: 'cards' | 'chains',
  lists: CountedList,
  beforehand?: (ids: readonly number[]) => Promise<void>,
): Promise<Erased> {
  // Locked first, so that none of them can be added to a list after the lists were read.
  const rows = await tx.query<{ id: number; photoId: number | null }>(sql`
    select id, photo_id as "photoId" from ${raw(table)} where owner_id = ${userId} order by id for update`);
  const ids = rows.map(({ id }) => id);
  await beforehand?.(ids);
  await takeFromEveryList(tx, lists, ids);
  await tx.query(sql`delete from ${raw(table)} where id = any (${ids})`);
  return { ids, photoIds: rows.flatMap(({ photoId }) => photoId ?? []) };
}
