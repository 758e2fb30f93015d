import type { ViewerSql } from '#http/viewer.ts';
import { readable } from './policy.ts';

// The conditions on `visibility`, which every statement takes from here. The arguments are aliases of rows of `cards`,
// `chains` or `subjects`. Decision 035.

/** SQL that is true if everybody finds the thing in lists, feeds, search, counts and suggestions. */
export function isListed(thing: string): string {
  return `${thing}.visibility = 'public'`;
}

/** The same for lists in which the viewer also finds what they published without listing it. */
export function isListedFor(thing: string, viewer: ViewerSql | undefined): string {
  return viewer
    ? `(${isListed(thing)} or (${thing}.owner_id = ${viewer.id} and not ${isDraft(thing)}))`
    : isListed(thing);
}

export function isDraft(thing: string): string {
  return `${thing}.visibility = 'draft'`;
}

/** SQL that is true if everybody may open the thing by its address. */
export function isPublished(thing: string): string {
  return `${thing}.visibility not in ('draft', 'hidden')`;
}

/** SQL that is true if the viewer may open the thing by its id, and like it, comment on it and add it to a list. */
export function isReadable(thing: string, viewer: ViewerSql | undefined): string {
  return viewer
    ? readable.toSql(viewer, { visibility: `${thing}.visibility`, ownerId: `${thing}.owner_id` })
    : isPublished(thing);
}

/** The visibility that the owner chose, also while an admin hides the thing. */
export function chosenVisibility(thing: string): string {
  return `coalesce(${thing}.shown_as, ${thing}.visibility)`;
}

/** SQL for the reasons why the thing or comment is hidden, for those who see it all the same; else null. */
export function moderationJson(thing: string): string {
  return `case when ${thing}.hidden_by is not null then moderation_of(${thing}.hidden_by) end`;
}

/** SQL that is true if the viewer sees a comment below a card that they can open. */
export function isCommentShown(comment: string, viewer: ViewerSql | undefined): string {
  const isShown = `${comment}.hidden_by is null`;
  return viewer ? `(${isShown} or ${comment}.owner_id = ${viewer.id} or ${viewer.isAdmin})` : isShown;
}

/** SQL that is true if a viewer who can open a collection sees this card or chain in it. */
export function isShownIn(collection: string, item: string, viewer: ViewerSql | undefined): string {
  const isShown = `is_shown_in(${collection}.visibility, ${collection}.owner_id, ${item}.visibility, ${item}.owner_id)`;
  return viewer ? `(${isShown} or ${item}.owner_id = ${viewer.id})` : isShown;
}
