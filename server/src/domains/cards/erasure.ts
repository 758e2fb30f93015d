import type { Transaction } from '#db/pool.ts';
import { chains } from '#domains/collections/collection.ts';
import { type Erased, eraseItemsOf } from '#domains/collections/erasure.ts';

/** Deletes a user's cards, and removes them from the chains of others. */
export function eraseCardsOf(tx: Transaction, userId: number): Promise<Erased> {
  return eraseItemsOf(tx, userId, 'cards', chains.items);
}
