import { pageSizes } from '@gyan/contract/limits.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { type FeedView, listMemberFeed } from '../api.ts';

const limit = pageSizes.feed;
const minute = 60_000;

export const memberFeed = (userId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.feed(userId),
    queryFn: ({ pageParam }) => listMemberFeed(api, { limit, cursor: pageParam }),
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
    queryFn: () => listMemberFeed(api, { limit }),
    enabled: shown !== undefined,
    initialData: shown,
    initialDataUpdatedAt: shownAt,
    refetchInterval: minute,
    staleTime: minute,
    gcTime: 0,
  });

export type FeedPage = Awaited<ReturnType<typeof listMemberFeed>>;

const nameOf = ({ kind, id, action }: FeedView) => `${kind} ${id} ${action}`;

/** How many entries of `top` precede the first one that is already shown. */
export function newerThan(shown: readonly FeedView[], top: readonly FeedView[]): number {
  const known = new Set(shown.map(nameOf));
  const at = top.findIndex((entry) => known.has(nameOf(entry)));
  return at === -1 ? top.length : at;
}
