import { jsonObject, type Members, nanoseconds } from '#db/json.ts';
import { isLikedBy } from '#domains/likes/view.ts';
import { canMembers } from '#domains/users/rules.ts';
import { ownerMembers } from '#domains/users/view.ts';
import { chosenVisibility, isListed, isListedFor, moderationJson } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';
import type { Collection } from './collection.ts';
import { collectionCan } from './policy.ts';

export interface CollectionJsonOptions {
  /** Its rank in the list it is shown in; 0 elsewhere. */
  rank?: string;
  more?: Members;
  /** Adds what depends on the viewer. */
  viewer?: ViewerSql | undefined;
}

/** The members of chains and subjects in an answer; `row` is the alias of the table, `own` the remaining members. */
export function collectionMembers(
  collection: Collection,
  row: string,
  { rank, more, viewer }: CollectionJsonOptions,
  own: Members,
): Members {
  return {
    id: `${row}.id`,
    title: `${row}.title`,
    desc: `${row}.description`,
    rank: rank ?? '0',
    quality: `case when ${row}.great then 'kQualityGreat' else 'kQualityRegular' end`,
    visibility: viewer ? chosenVisibility(row) : `${row}.visibility`,
    likeCount: `${row}.like_count`,
    createdAt: nanoseconds(`${row}.created_at`),
    ...own,
    ...more,
    likedByViewer: viewer ? isLikedBy(collection.kind, `${row}.id`, viewer.id) : 'false',
    ...(viewer ? viewerMembers(collection, row, viewer) : {}),
    ownerModel: ownerMembers(row, viewer),
  };
}

function viewerMembers({ saved }: Collection, row: string, viewer: ViewerSql): Members {
  return {
    savedByViewer: `coalesce(
      (select true from ${saved.table} where user_id = ${viewer.id} and ${saved.item} = ${row}.id), false)`,
    moderation: moderationJson(row),
    can: canMembers(collectionCan, viewer, { ownerId: `${row}.owner_id` }),
  };
}

/**
 * SQL that is true if the collection with this id has a public card; the others are listed only to their owners. Not
 * `exists`, which PostgreSQL may plan as a read of all links.
 */
export function hasCards(kind: Collection['kind'], id: string): string {
  return `(select true from shown_${kind}_cards where ${kind}_id = ${id} limit 1)`;
}

/** SQL that is true if everybody finds the collection in lists, feeds, search, counts and suggestions. */
export function isListedCollection(kind: Collection['kind'], row: string): string {
  return `${isListed(row)} and ${hasCards(kind, `${row}.id`)}`;
}

/** The same for lists in which owners also find what is unlisted or has no card. */
export function isListedCollectionFor(
  kind: Collection['kind'],
  row: string,
  viewer: ViewerSql | undefined,
): string {
  if (!viewer) return isListedCollection(kind, row);
  return `${isListedFor(row, viewer)} and (${row}.owner_id = ${viewer.id} or ${hasCards(kind, `${row}.id`)})`;
}

/** The feed item for the creation of a collection. */
export function collectionCreationJson(
  { model, kind }: Collection,
  row: string,
  members: Members,
  viewer: ViewerSql | undefined,
): string {
  return jsonObject({
    feedItemType: kind === 'chain' ? `'kChapterCreate'` : `'kSubjectCreate'`,
    createdAt: nanoseconds(`${row}.created_at`),
    connectionModel: ownerMembers(row, viewer),
    [model]: members,
  });
}
