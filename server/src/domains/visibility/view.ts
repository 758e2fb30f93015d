import type { ViewerSql } from '#http/viewer.ts';
import { readable } from './policy.ts';

// The conditions on `visibility`, which every statement takes from here. The arguments are aliases of rows of `cards`,
// `chains` or `subjects`. Decision 035.

/** SQL that is true if everybody finds the content in lists, feeds, search, counts and suggestions. */
export function isListed(content: string): string {
  return `${content}.visibility = 'public'`;
}

/** The same for lists in which the viewer also finds what they published without listing it. */
export function isListedFor(content: string, viewer: ViewerSql | undefined): string {
  return viewer
    ? `(${isListed(content)} or (${content}.owner_id = ${viewer.id} and not ${isDraft(content)}))`
    : isListed(content);
}

export function isDraft(content: string): string {
  return `${content}.visibility = 'draft'`;
}

/** SQL that is true if everybody may open the content by its address. */
export function isPublished(content: string): string {
  return `${content}.visibility not in ('draft', 'hidden')`;
}

/** SQL that is true if the viewer may open the content by its id, and like it, comment on it and add it to a list. */
export function isReadable(content: string, viewer: ViewerSql | undefined): string {
  return viewer
    ? readable.toSql(viewer, { visibility: `${content}.visibility`, ownerId: `${content}.owner_id` })
    : isPublished(content);
}

/** The visibility that the owner chose, also while an admin hides the content. */
export function chosenVisibility(content: string): string {
  return `coalesce(${content}.shown_as, ${content}.visibility)`;
}

/** SQL for the reasons why the content or comment is hidden, for those who see it all the same; else null. */
export function moderationJson(content: string): string {
  return `case when ${content}.hidden_by is not null then moderation_of(${content}.hidden_by) end`;
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
