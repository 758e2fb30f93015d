import type { Transaction } from '#db/pool.ts';
import { chains } from '#domains/collections/collection.ts';
import { type Erased, eraseItemsOf } from '#domains/collections/erasure.ts';
import { eraseEditor, listRevisionPhotos } from './revision-queries.ts';
import { forgetOriginals } from './write-queries.ts';

/** Deletes a user's cards with their revisions, and removes them from the chains of others. */
export async function eraseCardsOf(tx: Transaction, userId: number): Promise<Erased> {
  let revisionPhotoIds: number[] = [];
  const { ids, photoIds } = await eraseItemsOf(tx, userId, 'cards', chains.items, async (cardIds) => {
    revisionPhotoIds = await listRevisionPhotos(tx, cardIds);
    await forgetOriginals(tx, cardIds);
  });
  await eraseEditor(tx, userId);
  return { ids, photoIds: [...photoIds, ...revisionPhotoIds] };
}
