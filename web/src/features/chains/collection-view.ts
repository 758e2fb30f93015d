import type { ChapterModel } from '@gyan/contract/chains.ts';
import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { firstPhoto, isGreat } from '#features/cards/card-view.ts';
import { descriptionWordCount, firstWords } from '#features/tiles/text.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { type HiddenVisibility, hiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import { millisecondsOf } from '#lib/relative-time.ts';

/** What the tiles of chains and subjects have in common. */
export interface CollectionView {
  id: number;
  title: string;
  previewText: string | null;
  photo: TilePhoto | null;
  owner: Owner;
  createdAt: number;
  likeCount: number;
  great?: boolean | undefined;
  visibility?: HiddenVisibility | undefined;
}

export const collectionView = (collection: ChapterModel | SubjectModel): CollectionView => ({
  id: collection.id,
  title: collection.title,
  previewText: collection.desc ? firstWords(collection.desc, descriptionWordCount) : null,
  photo: firstPhoto(collection),
  owner: ownerOf(collection.ownerModel),
  createdAt: millisecondsOf(collection.createdAt),
  likeCount: collection.likeCount,
  great: isGreat(collection),
  visibility: hiddenVisibility(collection),
});
