import { jsonObject, nanoseconds } from '#db/json.ts';
import { canMembers } from '#domains/users/rules.ts';
import { ownerMembers } from '#domains/users/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import { commentCan } from './policy.ts';

/** A comment for visitors, or for a viewer. `joinOwner` joins its owner for the same viewer; `cardOwner` is the column with the id of the card's owner. */
export function commentJson(comment: string, options?: { viewer: ViewerSql; cardOwner: string }): string {
  const can =
    options &&
    canMembers(commentCan, options.viewer, {
      ownerId: `${comment}.owner_id`,
      cardOwnerId: options.cardOwner,
    });
  return jsonObject({
    id: `${comment}.id`,
    postId: `${comment}.card_id`,
    text: `${comment}.text`,
    createdAt: nanoseconds(`${comment}.created_at`),
    editedAt: nanoseconds(`${comment}.edited_at`),
    ownerModel: ownerMembers(comment, options?.viewer),
    ...(can ? { can } : {}),
  });
}
