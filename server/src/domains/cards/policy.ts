import { isAdmin, isCreator, type Role, type Viewer } from '#http/viewer.ts';

type Asking = Pick<Viewer, 'userId' | 'role'>;

/** Who edits and deletes a card. Nobody does while it is locked: admins unlock it first. */
export function canManageCard(viewer: Asking, card: { ownerId: number }): boolean {
  return viewer.userId === card.ownerId || isAdmin(viewer.role);
}

export function canPostAs(viewer: Asking, person: { id: number; role: Role }): boolean {
  return viewer.userId === person.id || (isAdmin(viewer.role) && isCreator(person.role));
}

export function canListLatest(viewer: Asking): boolean {
  return isAdmin(viewer.role);
}
