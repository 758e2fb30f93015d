import { admins, anyOf, column, not, user } from '#domains/users/rules.ts';

const draft = column('visibility', 'draft');

/** Who may open a card, chain or subject whose address they have. */
export const readable = anyOf<{ visibility: string; ownerId: number }>(not(draft), admins, user('ownerId'));
