import type { PageQuery } from '#features/cards/api.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type ContentView, contentView } from './feed-view.ts';

/** The cards of the public feed. */
export async function listPublicCards(api: Api, query: PageQuery): Promise<PageOf<ContentView>> {
  const { feedItemModelVec, nextCursor = null } = await api('GET /feed', {
    query: { ...query, recency: false, postsOnly: true },
  });
  return { items: feedItemModelVec.map(contentView), nextCursor };
}
