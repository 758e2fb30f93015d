import { isAdmin, type Viewer } from '#http/viewer.ts';

type Asking = Pick<Viewer, 'userId' | 'role'>;

export function canEditComment(viewer: Asking, comment: { ownerId: number }): boolean {
  return viewer.userId === comment.ownerId;
}

/** Whoever owns the card keeps order below it. */
export function canDeleteComment(viewer: Asking, comment: { ownerId: number; cardOwnerId: number }): boolean {
  return viewer.userId === comment.ownerId || viewer.userId === comment.cardOwnerId || isAdmin(viewer.role);
}
