import { isAdmin, type Viewer } from '#http/viewer.ts';

type Asking = Pick<Viewer, 'userId' | 'role'>;

/** A list of topics is its person's own business; admins may help. */
export function canChooseFor(viewer: Asking, userId: number): boolean {
  return viewer.userId === userId || isAdmin(viewer.role);
}

export function canSeeRetired(viewer: Asking): boolean {
  return isAdmin(viewer.role);
}
