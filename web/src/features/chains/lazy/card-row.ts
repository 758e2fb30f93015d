import type { PostModel } from '@gyan/contract/cards.ts';
import { firstPhoto } from '#features/cards/card-view.ts';
import type { ContentRowProps } from '#features/tiles/lazy/ContentRow.tsx';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';

/** A card as a list row. */
export const cardRow = (card: PostModel): ContentRowProps => ({
  id: card.id,
  title: card.title,
  href: paths.card(card.urlText),
  photo: firstPhoto(card),
  note: displayName(card.ownerModel),
});
