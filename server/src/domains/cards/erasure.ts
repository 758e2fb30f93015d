import type { Transaction } from '#db/pool.ts';
import { chains } from '#domains/collections/collection.ts';
import { type Erased, eraseItemsOf } from '#domains/collections/erasure.ts';
import { dropPictures, type Pictures } from './pictures.ts';
import { eraseEditor, listPictures } from './revision-queries.ts';
import { forgetOriginals } from './write-queries.ts';

/** Deletes a user's cards with their revisions and scenes, and removes them from the chains of others. */
export async function eraseCardsOf(tx: Transaction, userId: number): Promise<Erased> {
  let pictures: Pictures | undefined;
  const erased = await eraseItemsOf(tx, userId, 'cards', chains.items, async (cardIds) => {
    pictures = await listPictures(tx, cardIds);
    await forgetOriginals(tx, cardIds);
  });
  await eraseEditor(tx, userId);
  if (pictures) await dropPictures(tx, pictures);
  return erased;
}
