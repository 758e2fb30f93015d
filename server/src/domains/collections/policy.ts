import { admins, anyOf, everyone, user } from '#domains/users/rules.ts';
import { isCreator, type Viewer } from '#http/viewer.ts';

/** Who edits and deletes a chain or a subject, and adds, moves and removes what is in it. */
const manage = anyOf(admins, user('ownerId'));

export const collectionCan = { edit: manage, delete: manage, rate: admins, like: everyone };

export const canManageCollection = manage.allows;

export function canPublishCollection(viewer: Pick<Viewer, 'role'>): boolean {
  return isCreator(viewer.role);
}
