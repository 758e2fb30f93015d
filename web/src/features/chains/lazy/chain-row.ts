import type { ChapterModel } from '@gyan/contract/chains.ts';
import { firstPhoto } from '#features/cards/card-view.ts';
import type { ContentRowProps } from '#features/tiles/lazy/ContentRow.tsx';
import { cardCount, displayName } from '#lib/text.ts';

/** A chain as a list row; names the owner unless it is the viewer. */
export function chainRow(chain: ChapterModel, href: string, userId: number): ContentRowProps {
  const { userId: ownerId } = chain.ownerModel;
  const notes = [
    ...(chain.postCount === undefined ? [] : [cardCount(chain.postCount)]),
    ...(ownerId === userId ? [] : [`by ${displayName(chain.ownerModel)}`]),
  ];
  return { id: chain.id, title: chain.title, href, photo: firstPhoto(chain), note: notes.join(' · ') };
}
