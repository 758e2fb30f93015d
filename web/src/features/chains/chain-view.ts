import type { ChapterModel } from '@gyan/contract/chains.ts';
import { paths } from '#lib/paths.ts';
import { cardCount } from '#lib/text.ts';
import { type CollectionView, collectionView } from './collection-view.ts';

/** What a tile shows of a chain. */
export interface ChainView extends CollectionView {
  kind: 'chain';
  href: string;
  countText?: string;
}

export const chainView = (chain: ChapterModel): ChainView => ({
  ...collectionView(chain),
  kind: 'chain',
  href: paths.chain(chain.id),
  ...(chain.postCount === undefined ? {} : { countText: cardCount(chain.postCount) }),
});
