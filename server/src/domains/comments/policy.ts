import { admins, anyOf, user } from '#domains/users/rules.ts';

const author = user('ownerId');
/** The owner of a card moderates the comments below it. */
const remove = anyOf<{ ownerId: number; cardOwnerId: number }>(admins, author, user('cardOwnerId'));

export const commentCan = { edit: author, delete: remove };

export const canEditComment = author.allows;
export const canDeleteComment = remove.allows;
