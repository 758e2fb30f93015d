import { jsonObject, type Members } from '#db/json.ts';
import { chains } from '#domains/collections/collection.ts';
import {
  type CollectionJsonOptions,
  collectionCreationJson,
  collectionMembers,
} from '#domains/collections/view.ts';
import { photoJson } from '#domains/media/view.ts';
import { isNotLeaving, joinOwner } from '#domains/users/view.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';

/**
 * Joins what a chain is shown with. A chain without a photo shows that of its first card that has one and is not
 * hidden.
 */
export function joinChainParts(chain: string, viewer?: ViewerSql): string {
  return `${joinOwner(chain, viewer)}
    left join lateral (
      select photos.*
      from chain_cards join cards on cards.id = chain_cards.card_id join photos on photos.id = cards.photo_id
      where chain_cards.chain_id = ${chain}.id and ${chain}.photo_id is null and ${isNotLeaving('cards.owner_id')}
        and ${isShownIn(chain, 'cards', undefined)}
      order by chain_cards.rank, chain_cards.card_id
      limit 1
    ) as ${chain}_first_photo on true
    left join photos as ${chain}_own_photo on ${chain}_own_photo.id = ${chain}.photo_id`;
}

/** SQL for the number of cards that the viewer sees in a chain; its owner counts all. */
export function cardCount(chain: string, viewer: ViewerSql | undefined): string {
  const shown = `${chain}.shown_count`;
  return viewer
    ? `case when ${chain}.owner_id = ${viewer.id} then ${chain}.card_count else ${shown} end`
    : shown;
}

function chainMembers(chain: string, options: CollectionJsonOptions): Members {
  return collectionMembers(chains, chain, options, {
    postCount: cardCount(chain, options.viewer),
    photoModelVec: `case
      when ${chain}_own_photo.id is not null then json_build_array(${photoJson(`${chain}_own_photo`)})
      when ${chain}_first_photo.id is not null then json_build_array(${photoJson(`${chain}_first_photo`)})
      else '[]'::json
    end`,
  });
}

/** A chain for visitors, or for a viewer. */
export function chainJson(chain: string, options: CollectionJsonOptions = {}): string {
  return jsonObject(chainMembers(chain, options));
}

export function chainCreationJson(chain: string, options: CollectionJsonOptions = {}): string {
  return collectionCreationJson(chains, chain, chainMembers(chain, options), options.viewer);
}
