import { admins, anyOf, column, not, user } from '#domains/users/rules.ts';
import { invalidField } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';

const draft = column('visibility', 'draft');
const hidden = column('visibility', 'hidden');

/** Who may open a card, chain or subject whose address they have. */
export const readable = anyOf<{ visibility: string; ownerId: number }>(
  not(anyOf(draft, hidden)),
  admins,
  user('ownerId'),
);

/** The same for a row whose `visibility` is the one its owner chose. */
export function canRead(
  viewer: Pick<Viewer, 'userId' | 'role'>,
  row: { visibility: string; hidden: boolean; ownerId: number },
): boolean {
  return readable.allows(viewer, { ...row, visibility: row.hidden ? 'hidden' : row.visibility });
}

/** Hidden content cannot become a draft, which may be incomplete; its owner may delete it. */
export function checkHidden(before: { visibility: string; hidden: boolean }, visibility: string): void {
  if (before.hidden && visibility === 'draft' && before.visibility !== 'draft') {
    throw invalidField('visibility', 'What an admin has hidden cannot become a draft');
  }
}
