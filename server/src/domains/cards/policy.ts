import { remixable } from '@gyan/contract/licenses.ts';
import {
  admins,
  allOf,
  anyOf,
  column,
  creators,
  everyone,
  unlessFlagged,
  user,
} from '#domains/users/rules.ts';
import { isAdmin, isCreator, type Role, type Viewer } from '#http/viewer.ts';

type PolicyViewer = Pick<Viewer, 'userId' | 'role'>;

const manage = anyOf(admins, user('ownerId'));
const edit = unlessFlagged('locked', manage);
const mayCopy = anyOf<{ ownerId: number; license: string }>(
  user('ownerId'),
  ...Array.from(remixable, (license) => column('license', license)),
);
/** Who may copy a card that they can read. A copy is a new card, which only creators make. */
const remix = allOf(creators, mayCopy);

/** What a viewer who sees the card can do. A locked card cannot be edited or deleted: an admin unlocks it first. */
export const cardCan = {
  edit,
  delete: edit,
  lock: admins,
  rate: admins,
  comment: everyone,
  like: everyone,
  remix,
};

/** Who edits and deletes a card while it is not locked. */
export const canManageCard = manage.allows;

export const canRemix = remix.allows;

export function canPostAs(viewer: PolicyViewer, person: { id: number; role: Role }): boolean {
  return viewer.userId === person.id || (isAdmin(viewer.role) && isCreator(person.role));
}

export function canPublish(viewer: PolicyViewer): boolean {
  return isCreator(viewer.role);
}

export function canListLatest(viewer: PolicyViewer): boolean {
  return isAdmin(viewer.role);
}
