import type { Transaction } from '#db/pool.ts';
import { putInList, type RankedList } from '#db/ranked-list.ts';
import type { ListOfPerson } from '#domains/users/lists.ts';
import { listStrayChains } from './write-queries.ts';

export const chainCards: RankedList = {
  table: 'chain_cards',
  parent: { column: 'chain_id', table: 'chains', count: 'card_count' },
  item: 'card_id',
};

export const userChains: ListOfPerson = {
  table: 'user_chains',
  parent: { column: 'user_id', table: 'users' },
  item: 'chain_id',
};

/**
 * A chain that is no chapter any more goes back to its owner's list, so that nobody loses what is theirs. The chains are locked by whoever
 * took them out; subjects taken apart at the same moment wait for each other there.
 */
export async function returnStrayChains(tx: Transaction, chainIds: readonly number[]): Promise<void> {
  for (const chain of await listStrayChains(tx, chainIds)) {
    await putInList(tx, userChains, { parentId: chain.ownerId, itemId: chain.id });
  }
}
