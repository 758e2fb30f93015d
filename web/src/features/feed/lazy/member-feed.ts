import { pageSizes } from '@gyan/contract/limits.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PageQuery } from '#features/cards/api.ts';
import { api } from '#features/session/actions.ts';
import { currentSession, isAdmin } from '#features/session/store.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type FeedEntry, feedEntry } from './feed-entry.ts';

const limit = pageSizes.feed;
const minute = 60_000;

/** The viewer's feed: activity of connections and new items in followed topics. */
async function listMemberFeed(query: PageQuery): Promise<PageOf<FeedEntry>> {
  const user = currentSession()?.userModel;
  // Admins always see the current state.
  const skipCache = (user && isAdmin(user)) || undefined;
  const { feedItemModelVec, nextCursor = null } = await api('GET /r/feed', {
    query: { ...query, skipCache },
  });
  return { items: feedItemModelVec.map(feedEntry), nextCursor };
}

export const memberFeed = (userId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed(userId),
    queryFn: ({ pageParam }) => listMemberFeed({ limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Never refetch by itself: new items wait until the viewer asks for them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * minute,
  });

/** The current top of the feed, polled while the page is visible. It starts as the page that is shown. */
export const feedTop = (userId: number, shown: FeedPage | undefined, shownAt: number) =>
  queryOptions({
    queryKey: queryKeys.feedTop(userId),
    queryFn: () => listMemberFeed({ limit }),
    enabled: shown !== undefined,
    initialData: shown,
    initialDataUpdatedAt: shownAt,
    refetchInterval: minute,
    staleTime: minute,
    gcTime: 0,
  });

export type FeedPage = PageOf<FeedEntry>;

const nameOf = ({ kind, id, actor, activity }: FeedEntry) => `${kind} ${id} ${actor.href} ${activity}`;

/** How many entries of `top` precede the first one that is already shown. */
export function newerThan(shown: readonly FeedEntry[], top: readonly FeedEntry[]): number {
  const known = new Set(shown.map(nameOf));
  const at = top.findIndex((entry) => known.has(nameOf(entry)));
  return at === -1 ? top.length : at;
}
