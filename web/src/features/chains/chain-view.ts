import type { ChapterModel } from '@gyan/contract/chains.ts';
import { firstPhoto, isGreat } from '#features/cards/card-view.ts';
import { descriptionWordCount, firstWords } from '#features/tiles/text.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { type HiddenVisibility, hiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import { paths } from '#lib/paths.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { cardCount } from '#lib/text.ts';

/** What a tile shows of a chain. */
export interface ChainView {
  kind: 'chain';
  id: number;
  title: string;
  href: string;
  countText?: string;
  previewText: string | null;
  photo: TilePhoto | null;
  owner: Owner;
  createdAt: number;
  likeCount: number;
  great?: boolean | undefined;
  visibility?: HiddenVisibility | undefined;
}

export const chainView = (chain: ChapterModel): ChainView => ({
  kind: 'chain',
  id: chain.id,
  title: chain.title,
  href: paths.chain(chain.id),
  ...(chain.postCount === undefined ? {} : { countText: cardCount(chain.postCount) }),
  previewText: chain.desc ? firstWords(chain.desc, descriptionWordCount) : null,
  photo: firstPhoto(chain),
  owner: ownerOf(chain.ownerModel),
  createdAt: millisecondsOf(chain.createdAt),
  likeCount: chain.likeCount,
  great: isGreat(chain),
  visibility: hiddenVisibility(chain),
});
