import type { FeedItemModel } from '@gyan/contract/feed.ts';
import { type CardView, cardView } from '#features/cards/card-view.ts';
import { type ChainView, chainView } from '#features/chains/chain-view.ts';
import { type SubjectView, subjectView } from '#features/subjects/subject-view.ts';

/** A card, chain or subject to show as a tile. */
export type ContentView = CardView | ChainView | SubjectView;

export function contentView(item: FeedItemModel): ContentView {
  if ('postModel' in item) return cardView(item.postModel);
  if ('chapterModel' in item) return chainView(item.chapterModel);
  return subjectView(item.subjectModel);
}
