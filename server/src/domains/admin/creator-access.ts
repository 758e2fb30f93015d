import type { Transaction } from '#db/pool.ts';
import { tell } from '#domains/notices/tell.ts';

/** Tells a user how their request for creator access was decided. */
export async function tellOfDecision(tx: Transaction, userId: number, granted: boolean): Promise<void> {
  await tell(tx, [userId], {
    kind: 'creator_access',
    object: { kind: 'user', id: userId },
    ownerId: userId,
    actorId: null,
    detail: granted ? 'granted' : 'declined',
  });
}
