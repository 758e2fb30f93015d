import { isAdmin, type Role, type Viewer } from '#http/viewer.ts';

type Asking = Pick<Viewer, 'userId' | 'role'>;

interface Person {
  id: number;
  role: Role;
}

/** Names, photo, tags, links: everybody's own business. */
export function canEdit(viewer: Asking, person: Pick<Person, 'id'>): boolean {
  return viewer.userId === person.id;
}

/** Subjects, chains and topics, each in an order of one's own. */
export function canArrangeLists(viewer: Asking, person: Pick<Person, 'id'>): boolean {
  return viewer.userId === person.id || isAdmin(viewer.role);
}

/** Admins give roles, but neither to themselves nor to a super admin. */
export function canSetRole(viewer: Asking, person: Person): boolean {
  return isAdmin(viewer.role) && viewer.userId !== person.id && person.role !== 'kSuperAdmin';
}

/** Somebody who leaves is gone for all but themselves; somebody whose address is not verified is there for admins only. */
export function canSee(
  viewer: Asking,
  person: Pick<Person, 'id'> & { email_verified_at: Date | null; leaving_at: Date | null },
): boolean {
  if (viewer.userId === person.id) return true;
  if (person.leaving_at !== null) return false;
  return person.email_verified_at !== null || isAdmin(viewer.role);
}
