import type { Database } from '#db/pool.ts';
import { deleteWaitingBetween } from '#domains/mail/queries.ts';
import { notThere } from '#domains/users/actions.ts';
import { canSee } from '#domains/users/policy.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { deleteBlock, insertBlock } from './block-queries.ts';
import { lockPair } from './pair.ts';
import { deleteConnection, endRequestsBetween } from './queries.ts';

/** Ends whatever was between the two, also letters that have not left yet. What was ended does not come back when the block is taken away. */
export async function setBlock(
  db: Database,
  viewer: Viewer,
  { userId, blocked }: { userId: number; blocked: boolean },
): Promise<void> {
  if (userId === viewer.userId) throw new ProblemError('conflict', 'You cannot block yourself.');
  await db.transaction(async (tx) => {
    const { me, other } = await lockPair(tx, viewer, userId);
    if (!blocked) return deleteBlock(tx, viewer.userId, userId);
    // Whoever has blocked me is not hidden from this: one may want to be rid of them for good.
    if (!canSee(viewer, other)) throw notThere();
    await insertBlock(tx, viewer.userId, userId);
    await deleteConnection(tx, viewer.userId, userId);
    await endRequestsBetween(tx, viewer.userId, userId);
    await deleteWaitingBetween(tx, me, other);
  });
}
