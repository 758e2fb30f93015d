import { isAdmin, type Role, type Viewer } from '#http/viewer.ts';
import { admins, allOf, anyOf, column, empty, not, user } from './rules.ts';

type PolicyViewer = Pick<Viewer, 'userId' | 'role'>;

interface Person {
  id: number;
  role: Role;
}

/** Who may do what with a user. Admins set roles, but not their own nor that of a super admin. */
export const userCan = {
  edit: user('id'),
  setRole: allOf<Person>(admins, not(user('id')), not(column('role', 'kSuperAdmin'))),
};

export const canEdit = userCan.edit.allows;
export const canSetRole = userCan.setRole.allows;

/** Subjects, chains and topics: only the user's own lists. */
export function canArrangeLists(viewer: PolicyViewer, person: Pick<Person, 'id'>): boolean {
  return viewer.userId === person.id || isAdmin(viewer.role);
}

interface Seen {
  id: number;
  email_verified_at: unknown;
  leaving_at: unknown;
}

/** A user who is leaving is visible only to themselves; an unverified user only to themselves and admins. */
export const visible = anyOf<Seen>(
  user('id'),
  allOf<Seen>(empty('leaving_at'), anyOf<Seen>(not(empty('email_verified_at')), admins)),
);

export const canSee = visible.allows;
