import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';
import { putInList } from '#db/ranked-list.ts';
import { chains } from '#domains/collections/collection.ts';

/**
 * Adds chains that are in no subject any more to their owners' lists, so that every chain is in a subject or in a list.
 * The caller has locked the chains.
 */
export async function relistUnlistedChains(tx: Transaction, chainIds: readonly number[]): Promise<void> {
  // By owner, so that users are locked in one order.
  const unlisted = await tx.query<{ id: number; ownerId: number }>(sql`
    select id, owner_id as "ownerId" from chains
    where id = any (${chainIds})
      and not exists (select from subject_chains where chain_id = chains.id)
      and not exists (select from user_chains where chain_id = chains.id and user_id = chains.owner_id)
    order by owner_id, id`);
  for (const { id, ownerId } of unlisted) {
    await putInList(tx, chains.saved, { parentId: ownerId, itemId: id });
  }
}

/** Moves a chain to the top of its owner's choices. */
export async function updateUse(tx: Transaction, chainId: number): Promise<void> {
  await tx.query(sql`update chains set used_at = now() where id = ${chainId}`);
}
