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

/** There is no call for videos only: filters the first trending cards. */
export async function listTrendingVideos(api: Api, count: number): Promise<CardView[]> {
  const { postModelVec } = await api('GET /posts', { query: { limit: 10 * count } });
  return postModelVec
    .filter((post) => post.type === 'kVideo')
    .slice(0, count)
    .map(cardView);
}
