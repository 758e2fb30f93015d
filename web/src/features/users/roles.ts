import type { AssignableRole, Role } from '@gyan/contract/scalars.ts';

/** The display names of roles. */
export const roleNames: Record<Role, string> = {
  kRegular: 'Regular',
  kCreator: 'Creator',
  kAdmin: 'Admin',
  kSuperAdmin: 'Super admin',
};

export const assignableRoles: readonly AssignableRole[] = ['kRegular', 'kCreator', 'kAdmin'];

/** For use in a sentence: “is now a creator”. */
export const roleWithArticle: Record<AssignableRole, string> = {
  kRegular: 'a regular user',
  kCreator: 'a creator',
  kAdmin: 'an admin',
};

/** What each role permits, shown to the admin who assigns it. */
export const roleMeaning: Record<AssignableRole, string> = {
  kRegular: 'They can read, like, comment and connect, but no longer publish. What they have made stays.',
  kCreator: 'They can publish cards, chains and subjects.',
  kAdmin:
    'They can publish, and look after the place: change roles, mark and lock cards, create topics, delete what others made.',
};
