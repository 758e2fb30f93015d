import { nanoseconds } from '#db/json.ts';
import { personJson, type ViewerSql } from '#domains/users/view.ts';

/** Joins what a comment is shown with. Comments of somebody who leaves are not there. */
export function joinCommentParts(comment: string): string {
  return `join users as ${comment}_owner on ${comment}_owner.id = ${comment}.owner_id and ${comment}_owner.leaving_at is null
    left join photos as ${comment}_owner_photo on ${comment}_owner_photo.id = ${comment}_owner.photo_id`;
}

/** A comment as a visitor sees it, or, below the card of this owner, as this viewer does; `policy.ts` says the same. */
export function commentJson(comment: string, seen?: { viewer: ViewerSql; cardOwner: string }): string {
  return `json_build_object(
    'id', ${comment}.id,
    'postId', ${comment}.card_id,
    'text', ${comment}.text,
    'createdAt', ${nanoseconds(`${comment}.created_at`)},
    'editedAt', ${nanoseconds(`${comment}.edited_at`)},
    'ownerModel', ${personJson(`${comment}_owner`, `${comment}_owner_photo`)}
    ${seen ? `, 'can', ${canJson(comment, seen.viewer, seen.cardOwner)}` : ''}
  )`;
}

function canJson(comment: string, viewer: ViewerSql, cardOwner: string): string {
  return `json_build_object(
    'edit', ${comment}.owner_id = ${viewer.id},
    'delete', ${viewer.isAdmin} or ${viewer.id} in (${comment}.owner_id, ${cardOwner})
  )`;
}
