import { actsAgainstSomebody } from '@gyan/contract/acts.ts';
import type { Act } from '@gyan/contract/moderation.ts';
import type { Role, Viewer } from '#http/viewer.ts';

type Decider = Pick<Viewer, 'userId' | 'role'>;

/** Nobody acts against a super admin, and nobody warns or suspends themselves. */
export function canActAgainst(
  viewer: Decider,
  act: Act,
  person: { ownerId: number; ownerRole: Role },
): boolean {
  if (!actsAgainstSomebody.has(act)) return true;
  if (person.ownerRole === 'kSuperAdmin') return false;
  return person.ownerId !== viewer.userId || (act !== 'warn' && act !== 'suspend');
}

/**
 * Another admin than the one who acted. If nobody else could decide, a super admin decides about an act of their own.
 * Nobody decides an appeal of their own.
 */
export function canDecide(
  viewer: Decider,
  act: { adminId: number | null; ownerId: number | null },
  otherAdmins: number,
): boolean {
  if (act.ownerId === viewer.userId) return false;
  if (act.adminId !== viewer.userId) return true;
  return viewer.role === 'kSuperAdmin' && otherAdmins === 0;
}
