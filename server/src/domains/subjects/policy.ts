import { admins, anyOf, everyone, user } from '#domains/users/rules.ts';

/** Who edits and deletes a subject, and adds, moves and removes its chains. */
const manage = anyOf(admins, user('ownerId'));

export const subjectCan = { edit: manage, delete: manage, rate: admins, like: everyone };

export const canManageSubject = manage.allows;
