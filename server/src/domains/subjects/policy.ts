import { isAdmin, type Viewer } from '#http/viewer.ts';

/** Who edits and deletes a subject, and puts chains into it, in order and out of it. */
export function canManageSubject(
  viewer: Pick<Viewer, 'userId' | 'role'>,
  subject: { ownerId: number },
): boolean {
  return viewer.userId === subject.ownerId || isAdmin(viewer.role);
}
