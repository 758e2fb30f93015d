import { jsonObject, type Members } from '#db/json.ts';
import { chains } from '#domains/collections/collection.ts';
import {
  type CollectionJsonOptions,
  collectionCreationJson,
  collectionMembers,
} from '#domains/collections/view.ts';
import { photosJson } from '#domains/media/view.ts';
import { isNotLeaving, joinOwner } from '#domains/users/view.ts';
import { isShownIn } from '#domains/visibility/view.ts';
import type { ViewerSql } from '#http/viewer.ts';

/** Joins what a chain is shown with. Its photo is that of its first card that has one and is not hidden. */
export function joinChainParts(chain: string, viewer?: ViewerSql): string {
  return `${joinOwner(chain, viewer)}
    left join lateral (
      select photos.*
      from chain_cards join cards on cards.id = chain_cards.card_id join photos on photos.id = cards.photo_id
      where chain_cards.chain_id = ${chain}.id and ${isNotLeaving('cards.owner_id')}
        and ${isShownIn(chain, 'cards', undefined)}
      order by chain_cards.rank, chain_cards.card_id
      limit 1
    ) as ${chain}_photo on true`;
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
    photoModelVec: photosJson(`${chain}_photo`),
  });
}

/** A chain for visitors, or for a viewer. */
export function chainJson(chain: string, options: CollectionJsonOptions = {}): string {
  return jsonObject(chainMembers(chain, options));
}

export function chainCreationJson(chain: string, options: CollectionJsonOptions = {}): string {
  return collectionCreationJson(chains, chain, chainMembers(chain, options), options.viewer);
}
