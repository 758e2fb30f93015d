import { isAdmin, type Role, type Viewer } from '#http/viewer.ts';

type PolicyViewer = Pick<Viewer, 'userId' | 'role'>;

interface Person {
  id: number;
  role: Role;
}

/** Names, photo, tags and links: only the user's own. */
export function canEdit(viewer: PolicyViewer, person: Pick<Person, 'id'>): boolean {
  return viewer.userId === person.id;
}

/** Subjects, chains and topics: only the user's own lists. */
export function canArrangeLists(viewer: PolicyViewer, person: Pick<Person, 'id'>): boolean {
  return viewer.userId === person.id || isAdmin(viewer.role);
}

/** Admins set roles, but not their own nor that of a super admin. */
export function canSetRole(viewer: PolicyViewer, person: Person): boolean {
  return isAdmin(viewer.role) && viewer.userId !== person.id && person.role !== 'kSuperAdmin';
}

/** A user who is leaving is visible only to themselves; an unverified user only to themselves and admins. */
export function canSee(
  viewer: PolicyViewer,
  person: Pick<Person, 'id'> & { email_verified_at: Date | null; leaving_at: Date | null },
): boolean {
  if (viewer.userId === person.id) return true;
  if (person.leaving_at !== null) return false;
  return person.email_verified_at !== null || isAdmin(viewer.role);
}
