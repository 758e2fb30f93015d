import type { PageAsk } from '#features/cards/api.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { actionText, type ThingView, thingView } from './feed-view.ts';

export type FeedView = ThingView & { action: string };

export async function listPublicFeed(api: Api, query: PageAsk): Promise<PageOf<FeedView>> {
  const { feedItemModelVec, nextCursor = null } = await api('GET /feed', {
    query: { ...query, recency: false },
  });
  return {
    items: feedItemModelVec.map((item) => Object.assign(thingView(item), { action: actionText(item) })),
    nextCursor,
  };
}
