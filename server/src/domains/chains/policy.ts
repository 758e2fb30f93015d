import { isAdmin, type Viewer } from '#http/viewer.ts';

/** Who edits and deletes a chain, and puts cards into it, in order and out of it. */
export function canManageChain(viewer: Pick<Viewer, 'userId' | 'role'>, chain: { ownerId: number }): boolean {
  return viewer.userId === chain.ownerId || isAdmin(viewer.role);
}
