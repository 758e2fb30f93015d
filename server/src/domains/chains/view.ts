import { jsonObject, nanoseconds } from '#db/json.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { isLikedBy } from '#domains/likes/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { canMembers } from '#domains/users/rules.ts';
import { isHere, personJson, type ViewerSql } from '#domains/users/view.ts';
import { chainCan } from './policy.ts';

/**
 * Joins what a chain is shown with; chains of somebody who leaves are not there. A chain without a photo of its own borrows that of its first card that
 * has one.
 */
export function joinChainParts(chain: string): string {
  return `join users as ${chain}_owner on ${chain}_owner.id = ${chain}.owner_id and ${chain}_owner.leaving_at is null
    left join photos as ${chain}_owner_photo on ${chain}_owner_photo.id = ${chain}_owner.photo_id
    left join lateral (
      select photos.*
      from chain_cards join cards on cards.id = chain_cards.card_id join photos on photos.id = cards.photo_id
      where chain_cards.chain_id = ${chain}.id and ${chain}.photo_id is null and ${isNotLeaving('cards.owner_id')}
      order by chain_cards.rank, chain_cards.card_id
      limit 1
    ) as ${chain}_first_photo on true
    left join photos as ${chain}_own_photo on ${chain}_own_photo.id = ${chain}.photo_id`;
}

/** Ends a condition: nobody is shown what belongs to somebody they have blocked, or who has blocked them. */
export function isOpen(owner: string, viewer: ViewerSql | undefined): string {
  return viewer ? `and ${isNotBlocked(owner, viewer)}` : '';
}

function chainOwnerJson(chain: string): string {
  return personJson(`${chain}_owner`, `${chain}_owner_photo`);
}

export interface ChainJsonOptions {
  /** Where the chain stands in what it is shown in. */
  rank?: string;
  /** Further members, as `'name', value` pairs. */
  more?: string;
  /** Adds what is between the chain and whoever looks at it. */
  viewer?: ViewerSql | undefined;
}

/** A chain as a visitor sees it, or as a viewer does. */
export function chainJson(chain: string, options: ChainJsonOptions = {}): string {
  return `json_build_object(
    'id', ${chain}.id,
    'title', ${chain}.title,
    'desc', ${chain}.description,
    ${options.rank ? `'rank', ${options.rank},` : ''}
    'quality', case when ${chain}.great then 'kQualityGreat' else 'kQualityRegular' end,
    'likeCount', ${chain}.like_count,
    'createdAt', ${nanoseconds(`${chain}.created_at`)},
    'postCount', ${chain}.card_count,
    'photoModelVec', case
      when ${chain}_own_photo.id is not null then json_build_array(${photoJson(`${chain}_own_photo`)})
      when ${chain}_first_photo.id is not null then json_build_array(${photoJson(`${chain}_first_photo`)})
      else '[]'::json
    end,
    ${options.more ? `${options.more},` : ''}
    ${options.viewer ? `${viewerMembers(chain, options.viewer)},` : ''}
    'ownerModel', ${chainOwnerJson(chain)}
  )`;
}

function viewerMembers(chain: string, viewer: ViewerSql): string {
  return `'likedByViewer', ${isLikedBy('chain', `${chain}.id`, viewer.id)},
    'savedByViewer', coalesce(
      (select true from user_chains where user_id = ${viewer.id} and chain_id = ${chain}.id), false),
    'can', ${jsonObject(canMembers(chainCan, viewer, { ownerId: `${chain}.owner_id` }))}`;
}

export function chainCreationJson(chain: string, options: ChainJsonOptions = {}): string {
  return `json_build_object(
    'feedItemType', 'kChapterCreate',
    'createdAt', ${nanoseconds(`${chain}.created_at`)},
    'connectionModel', ${chainOwnerJson(chain)},
    'chapterModel', ${chainJson(chain, options)}
  )`;
}
