import type { FeedItemModel } from '@gyan/contract/feed.ts';
import type { PageQuery } from '#features/cards/api.ts';
import { currentSession, isAdmin } from '#features/session/store.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { actionText, type ContentView, contentView } from './feed-view.ts';

export type FeedView = ContentView & { action: string };

const feedView = (item: FeedItemModel): FeedView =>
  Object.assign(contentView(item), { action: actionText(item) });

/** The viewer's feed: activity of connections and new items in followed topics. */
export async function listMemberFeed(api: Api, query: PageQuery): Promise<PageOf<FeedView>> {
  const user = currentSession()?.userModel;
  // Admins always see the current state.
  const skipCache = (user && isAdmin(user)) || undefined;
  const { feedItemModelVec, nextCursor = null } = await api('GET /r/feed', {
    query: { ...query, skipCache },
  });
  return {
    items: feedItemModelVec.map(feedView),
    nextCursor,
  };
}

/** The cards of the public feed. */
export async function listPublicCards(api: Api, query: PageQuery): Promise<PageOf<FeedView>> {
  const { feedItemModelVec, nextCursor = null } = await api('GET /feed', {
    query: { ...query, recency: false, postsOnly: true },
  });
  return {
    items: feedItemModelVec.map(feedView),
    nextCursor,
  };
}
