import { jsonObject, nanoseconds } from '#db/json.ts';
import { canMembers } from '#domains/users/rules.ts';
import { personMembers, type ViewerSql } from '#domains/users/view.ts';
import { commentCan } from './policy.ts';

/** Joins what a comment is shown with; leaves out comments of users whose account is being deleted. */
export function joinCommentParts(comment: string): string {
  return `join users as ${comment}_owner on ${comment}_owner.id = ${comment}.owner_id and ${comment}_owner.leaving_at is null
    left join photos as ${comment}_owner_photo on ${comment}_owner_photo.id = ${comment}_owner.photo_id`;
}

/** A comment for visitors, or for a viewer below the card of this owner. */
export function commentJson(comment: string, seen?: { viewer: ViewerSql; cardOwner: string }): string {
  const can =
    seen &&
    canMembers(commentCan, seen.viewer, { ownerId: `${comment}.owner_id`, cardOwnerId: seen.cardOwner });
  return jsonObject({
    id: `${comment}.id`,
    postId: `${comment}.card_id`,
    text: `${comment}.text`,
    createdAt: nanoseconds(`${comment}.created_at`),
    editedAt: nanoseconds(`${comment}.edited_at`),
    ownerModel: personMembers(`${comment}_owner`, `${comment}_owner_photo`),
    ...(can ? { can } : {}),
  });
}
