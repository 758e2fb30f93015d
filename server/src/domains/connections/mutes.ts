import type { Database } from '#db/pool.ts';
import { getVisiblePerson } from '#domains/users/actions.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { deleteMute, insertMute } from './mute-queries.ts';
import { lockPair } from './pair.ts';

/** The other user is not told, and the connection stays. */
export async function setMute(
  db: Database,
  viewer: Viewer,
  { userId, muted }: { userId: number; muted: boolean },
): Promise<void> {
  if (userId === viewer.userId) throw new ProblemError('conflict', 'You cannot mute yourself.');
  if (!muted) return deleteMute(db, viewer.userId, userId);
  await db.transaction(async (tx) => {
    await lockPair(tx, viewer, userId);
    await getVisiblePerson(tx, viewer, userId);
    await insertMute(tx, viewer.userId, userId);
  });
}
