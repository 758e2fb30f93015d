import type { PostModel } from '@gyan/contract/cards.ts';
import { firstPhoto } from '#features/cards/card-view.ts';
import type { ThingRowProps } from '#features/marks/lazy/ThingRow.tsx';
import { paths } from '#lib/paths.ts';
import { displayName } from '#lib/text.ts';

/** A card as a list row. */
export const cardRow = (card: PostModel): ThingRowProps => ({
  id: card.id,
  title: card.title,
  href: paths.card(card.urlText),
  photo: firstPhoto(card),
  note: displayName(card.ownerModel),
});
