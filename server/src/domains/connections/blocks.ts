import type { Database } from '#db/pool.ts';
import { deleteWaitingBetween } from '#domains/mail/queries.ts';
import { userNotFound } from '#domains/users/actions.ts';
import { canSee } from '#domains/users/policy.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { deleteBlock, insertBlock } from './block-queries.ts';
import { lockPair } from './pair.ts';
import { deleteConnection, endRequestsBetween } from './queries.ts';

/** Ends connections and requests between the two users and deletes unsent e-mails. Unblocking does not restore them. */
export async function setBlock(
  db: Database,
  viewer: Viewer,
  { userId, blocked }: { userId: number; blocked: boolean },
): Promise<void> {
  if (userId === viewer.userId) throw new ProblemError('conflict', 'You cannot block yourself.');
  await db.transaction(async (tx) => {
    const { me, other } = await lockPair(tx, viewer, userId);
    if (!blocked) return deleteBlock(tx, viewer.userId, userId);
    // A user who has blocked the viewer can be blocked too.
    if (!canSee(viewer, other)) throw userNotFound();
    await insertBlock(tx, viewer.userId, userId);
    await deleteConnection(tx, viewer.userId, userId);
    await endRequestsBetween(tx, viewer.userId, userId);
    await deleteWaitingBetween(tx, me, other);
  });
}
