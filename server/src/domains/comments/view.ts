import { jsonObject, nanoseconds } from '#db/json.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { canMembers } from '#domains/users/rules.ts';
import { fullName, ownerMembers } from '#domains/users/view.ts';
import { moderationJson } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import { commentCan } from './policy.ts';

/**
 * A comment for visitors, or for a viewer. `joinOwner` joins its owner for the same viewer; `cardOwner` is the column
 * with the id of the card's owner.
 */
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
    mentionVec: mentionsJson(comment, options?.viewer),
    answerTo: `${comment}.answer_to`,
    createdAt: nanoseconds(`${comment}.created_at`),
    editedAt: nanoseconds(`${comment}.edited_at`),
    ownerModel: ownerMembers(comment, options?.viewer),
    ...(can ? { moderation: moderationJson(comment), can } : {}),
  });
}

/** SQL for the mentioned people whom the viewer can see; null without any. */
function mentionsJson(comment: string, viewer: ViewerSql | undefined): string {
  return `case when strpos(${comment}.text, '@[') > 0 then (
      select json_agg(json_build_object('userId', person.id, 'name', ${fullName('person')}) order by person.id)
      from users as person
      where person.id = any (mentions_in(${comment}.text))
        and person.email_verified_at is not null and person.leaving_at is null ${andNotBlocked('person.id', viewer)}
    ) end`;
}
