import { admins, anyOf, column, not, user } from '#domains/users/rules.ts';

const draft = column('visibility', 'draft');
const hidden = column('visibility', 'hidden');

/** Who may open a card, chain or subject whose address they have. */
export const readable = anyOf<{ visibility: string; ownerId: number }>(not(anyOf(draft, hidden)), admins, user('ownerId'));
