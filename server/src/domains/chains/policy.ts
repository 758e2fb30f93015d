import { admins, anyOf, everyone, user } from '#domains/users/rules.ts';

/** Who edits and deletes a chain, and adds, moves and removes its cards. */
const manage = anyOf(admins, user('ownerId'));

export const chainCan = { edit: manage, delete: manage, rate: admins, like: everyone };

export const canManageChain = manage.allows;
