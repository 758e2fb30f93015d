import { asMember } from '#features/session/as-member.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type CardView, cardView } from './card-view.ts';

export interface PageQuery {
  limit: number;
  cursor?: string;
}

export async function listTrendingCards(api: Api, query: PageQuery): Promise<PageOf<CardView>> {
  const { postModelVec, nextCursor = null } = await asMember(
    () => api('GET /r/posts', { query: { ...query, trending: true } }),
    () => api('GET /posts', { query }),
  );
  return { items: postModelVec.map(cardView), nextCursor };
}

/** The viewer's own cards. */
export async function listMyCards(api: Api, query: PageQuery): Promise<PageOf<CardView>> {
  const { postModelVec, nextCursor = null } = await api('GET /r/posts', { query });
  return { items: postModelVec.map(cardView), nextCursor };
}

/** The newest cards of all users; for admins. */
export async function listLatestCards(api: Api, query: PageQuery): Promise<PageOf<CardView>> {
  const { postModelVec, nextCursor = null } = await api('GET /r/posts', {
    query: { ...query, recent: true },
  });
  return { items: postModelVec.map(cardView), nextCursor };
}

export async function listTrendingVideos(api: Api, limit: number): Promise<CardView[]> {
  const { postModelVec } = await api('GET /posts', { query: { limit, videoOnlyPosts: true } });
  return postModelVec.map(cardView);
}
