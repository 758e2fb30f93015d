import type { Act } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import type { Role, Viewer } from '#http/viewer.ts';

type Decider = Pick<Viewer, 'userId' | 'role'>;

/** The person whom an act concerns. The role is not known after the object was deleted. */
export interface ActedOn {
  ownerId: number | null;
  ownerRole: Role | null;
}

/** A super admin decides what is left to another admin if there is none. */
const isOnlyOne = ({ role }: Decider, otherAdmins: number) => role === 'kSuperAdmin' && otherAdmins === 0;

/**
 * Super admins cannot be acted against. Admins cannot warn or suspend themselves, and another admin dismisses reports
 * on their objects and takes back acts against them.
 */
export function canAct(viewer: Decider, act: Act, person: ActedOn, otherAdmins: number): boolean {
  const isOwn = person.ownerId === viewer.userId;
  if (!appealableActs.has(act)) return !isOwn || isOnlyOne(viewer, otherAdmins);
  if (person.ownerRole === 'kSuperAdmin') return false;
  return !isOwn || (act !== 'warn' && act !== 'suspend');
}

/** Not the admin who acted, and not the one who appeals. */
export function canDecide(
  viewer: Decider,
  act: { adminId: number | null; ownerId: number | null },
  otherAdmins: number,
): boolean {
  if (act.ownerId === viewer.userId) return false;
  return act.adminId !== viewer.userId || isOnlyOne(viewer, otherAdmins);
}
