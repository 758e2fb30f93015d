import type { FeedItemModel, FeedItemType } from '@gyan/contract/feed.ts';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import { type ContentView, contentView } from '../feed-view.ts';

/** A tile of the member feed and why it is there: who did what. */
export type FeedEntry = ContentView & {
  actor: Owner;
  /** The actor is a connection of the viewer. */
  connected: boolean;
  /** At most two of the other connections who did the same. */
  others: Owner[];
  otherCount: number;
  /** What the actor did: “liked this card”. */
  activity: string;
};

const activities: Record<FeedItemType, string> = {
  kPostCreate: 'created this card',
  kPostLike: 'liked this card',
  kPostComment: 'commented on this card',
  kSubjectCreate: 'created this subject',
  kSubjectLike: 'liked this subject',
  kChapterCreate: 'created this chain',
  kChapterLike: 'liked this chain',
};

export const feedEntry = (item: FeedItemModel): FeedEntry =>
  Object.assign(contentView(item), {
    actor: ownerOf(item.connectionModel),
    connected: item.connectionModel.connected ?? false,
    others: (item.otherActorVec ?? []).map(ownerOf),
    otherCount: item.otherActorCount ?? 0,
    activity: activities[item.feedItemType],
  });
