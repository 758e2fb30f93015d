import { pageSizes } from '@gyan/contract/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { listMyCards } from '#features/cards/api.ts';
import { ThingGrid } from '#features/feed/ThingGrid.tsx';
import { CardMark } from '#features/marks/Marks.tsx';
import { TileGrid } from '#features/marks/TileGrid.tsx';
import { TileSkeleton } from '#features/marks/TileSkeleton.tsx';
import { api } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SkeletonGroup } from '#ui/Skeleton.tsx';

const limit = pageSizes.myCards;

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead
        title="My Gyan Cards"
        actions={
          <div className="mt-3">
            <ButtonLink to={paths.createCard} variant="primary" icon={<Plus size={20} aria-hidden="true" />}>
              Create a Gyan Card
            </ButtonLink>
          </div>
        }
      />
      <MyCards userId={viewer.user.userId} />
    </QueryScope>
  );
}

function MyCards({ userId }: { userId: number }) {
  const cards = useInfiniteQuery({
    queryKey: ['my cards', userId],
    queryFn: ({ pageParam }) => listMyCards(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Somebody who comes here has often just made or deleted one.
    staleTime: 0,
  });

  if (cards.isPending) {
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
  if (cards.data === undefined) {
    return (
      <div className="grid gap-4 justify-items-start">
        <Alert tone="danger">{cards.error.message}</Alert>
        <Button variant="primary" busy={cards.isFetching} onClick={() => void cards.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const items = cards.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState mark={<CardMark />} title="Your first Gyan Card is waiting for you">
        A Gyan Card holds one idea that can be seen: a picture with a few words, a video worth watching, or an
        answer that you asked an AI for and made your own. Once you publish a card it stands here, others can
        find it, like it and talk about it, and you can line it up with more cards in a chain.
      </EmptyState>
    );
  }
  return (
    <ThingGrid
      items={items}
      hasMore={cards.hasNextPage}
      busy={cards.isFetchingNextPage}
      problem={cards.isFetchNextPageError ? cards.error?.message : undefined}
      onLoad={() => void cards.fetchNextPage()}
      end="These are all your cards."
      eager={2}
    />
  );
}
