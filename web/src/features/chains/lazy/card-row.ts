import type { PostModel } from '@gyan/contract/cards.ts';
import { cardName, firstPhoto } from '#features/cards/card-view.ts';
import type { ContentRowProps } from '#features/tiles/lazy/ContentRow.tsx';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';

/** A card as a list row. A draft has no page; only its owner gets it, who can edit it. */
export function cardRow(card: PostModel): ContentRowProps {
  const isDraft = card.visibility === 'draft';
  const owner = displayName(card.ownerModel);
  return {
    id: card.id,
    title: cardName(card),
    href: isDraft ? paths.editDraft(card.id) : paths.card(card.urlText),
    photo: firstPhoto(card),
    note: isDraft ? `Draft · ${owner}` : owner,
  };
}
