import type { Database } from '#db/pool.ts';
import { foundFor } from '#domains/cards/actions.ts';
import { lockCard } from '#domains/cards/write-queries.ts';
import { getUser } from '#domains/users/actions.ts';
import { type UserRow, updatePinnedCard } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';

/** Shows one of the viewer's cards at the top of the viewer's profile; null shows none. */
export function pinCard(db: Database, viewer: Viewer, cardId: number | null): Promise<UserRow> {
  return db.transaction(async (tx) => {
    if (cardId !== null && foundFor(viewer, await lockCard(tx, cardId)).ownerId !== viewer.userId)
      throw new ProblemError('forbidden', 'You can pin only cards of your own.');
    await updatePinnedCard(tx, viewer.userId, cardId);
    return getUser(tx, viewer.userId);
  });
}
