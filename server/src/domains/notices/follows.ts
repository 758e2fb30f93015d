import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { Database } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { deleteFollow, followedKinds, lockFollowed, setFollow } from './follow-queries.ts';

/** Who no longer follows something may do so when it is not visible any more. */
export async function changeFollow(
  db: Database,
  viewer: Viewer,
  { kind: wireKind, id, level }: ParsedBody<'PUT /r/follow'>,
): Promise<void> {
  const kind = followedKinds[wireKind];
  const follow = { userId: viewer.userId, kind, id };
  if (level === 'none') return deleteFollow(db, follow);
  if (kind === 'user' && id === viewer.userId) {
    throw new ProblemError('conflict', 'You cannot follow yourself.');
  }
  await db.transaction(async (tx) => {
    if (!(await lockFollowed(tx, viewer, kind, id))) throw new ProblemError('not_found');
    await setFollow(tx, { ...follow, level });
  });
}
