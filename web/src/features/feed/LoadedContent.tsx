import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { TileGrid } from '#features/tiles/TileGrid.tsx';
import { TileSkeleton } from '#features/tiles/TileSkeleton.tsx';
import { QueryError } from '#lib/QueryError.tsx';
import type { PageOf } from '#lib/use-pages.ts';
import { SkeletonGroup } from '#ui/Skeleton.tsx';
import { ContentGrid, type ContentGridLook } from './ContentGrid.tsx';
import type { ContentView } from './feed-view.ts';

interface LoadedContentProps<Content extends ContentView> extends ContentGridLook<Content> {
  query: UseInfiniteQueryResult<InfiniteData<PageOf<Content>>>;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** One placeholder while the list loads. */
  outline?: ReactNode;
}

const outlines = ['a', 'b', 'c', 'd'];
const cardOutline = <TileSkeleton kind="card" />;

/** A member's list of tiles with its loading, error and empty states. */
export function LoadedContent<Content extends ContentView>({
  query,
  empty,
  outline = cardOutline,
  ...look
}: LoadedContentProps<Content>) {
  if (query.isPending) {
    return (
      <SkeletonGroup>
        <TileGrid>
          {outlines.map((place) => (
            <Fragment key={place}>{outline}</Fragment>
          ))}
        </TileGrid>
      </SkeletonGroup>
    );
  }
  if (query.data === undefined) return <QueryError query={query} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <ContentGrid
      {...look}
      items={items}
      hasMore={query.hasNextPage}
      busy={query.isFetchingNextPage}
      problem={query.isFetchNextPageError ? query.error?.message : undefined}
      onLoad={() => void query.fetchNextPage()}
    />
  );
}
