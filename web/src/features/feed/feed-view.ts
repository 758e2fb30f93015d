import type { FeedItemModel, FeedItemType } from '@gyan/contract/feed.ts';
import { type CardView, cardView } from '#features/cards/card-view.ts';
import { type ChainView, chainView } from '#features/chains/chain-view.ts';
import { type SubjectView, subjectView } from '#features/subjects/subject-view.ts';
import { displayName } from '#lib/text.ts';

/** A card, chain or subject to show as a tile. */
export type ContentView = CardView | ChainView | SubjectView;

export function contentView(item: FeedItemModel): ContentView {
  if ('postModel' in item) return cardView(item.postModel);
  if ('chapterModel' in item) return chainView(item.chapterModel);
  return subjectView(item.subjectModel);
}

const actions: Record<FeedItemType, string> = {
  kPostCreate: 'created this card',
  kPostLike: 'liked this card',
  kPostComment: 'commented on this card',
  kSubjectCreate: 'created this subject',
  kSubjectLike: 'liked this subject',
  kChapterCreate: 'created this chain',
  kChapterLike: 'liked this chain',
};

/** Why an item is in the feed: who did what to it. */
export const actionText = (item: FeedItemModel) =>
  `${displayName(item.connectionModel)} ${actions[item.feedItemType]}`;
