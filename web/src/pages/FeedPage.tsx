import { pageSizes } from '@gyan/contract/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listPublicFeed } from '#features/feed/api.ts';
import { NothingYet } from '#features/feed/NothingYet.tsx';
import { ThingGrid } from '#features/feed/ThingGrid.tsx';
import { TileGrid } from '#features/marks/TileGrid.tsx';
import { TileSkeleton } from '#features/marks/TileSkeleton.tsx';
import { api } from '#features/session/actions.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { SkeletonGroup } from '#ui/Skeleton.tsx';

const limit = pageSizes.feed;

export function Page() {
  return (
    <QueryScope>
      <PageHead title="Feed" />
      <Feed />
    </QueryScope>
  );
}

function Feed() {
  const feed = useInfiniteQuery({
    queryKey: ['feed'],
    queryFn: ({ pageParam }) => listPublicFeed(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });

  if (feed.isPending) {
    return (
      <SkeletonGroup>
        <TileGrid>
          {['a', 'b', 'c', 'd'].map((place) => (
            <TileSkeleton key={place} kind="card" />
          ))}
        </TileGrid>
      </SkeletonGroup>
    );
  }
  if (feed.data === undefined) {
    return (
      <div className="grid gap-4 justify-items-start">
        <Alert tone="danger">{feed.error.message}</Alert>
        <Button variant="primary" busy={feed.isFetching} onClick={() => void feed.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const items = feed.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NothingYet kind="card" />;
  return (
    <ThingGrid
      items={items}
      hasMore={feed.hasNextPage}
      busy={feed.isFetchingNextPage}
      problem={feed.isFetchNextPageError ? feed.error?.message : undefined}
      onLoad={() => void feed.fetchNextPage()}
      caption={(thing) => thing.action}
      end="You have seen everything for now. Come back soon!"
      eager={2}
    />
  );
}
