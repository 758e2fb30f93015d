import './paged-list.css';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { SkeletonGroup } from '#ui/Skeleton.tsx';

interface PagedListProps<Page, Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => readonly Item[];
  keyOf: (item: Item) => string | number;
  /** What the list is of, for those who hear it. */
  label: string;
  /** One entry's outline while the first page is on its way. */
  outline: ReactNode;
  /** Stands in the list's place when there is nothing in it. */
  empty: ReactNode;
  /** Stands under the last entry of a list that came in several pages. */
  end?: ReactNode;
  children: (item: Item) => ReactNode;
}

const outlines = ['a', 'b', 'c', 'd'];

/** A list of signed-in people's own: from the cache, a page at a time, with every state it can be in. */
export function PagedList<Page, Item>({
  query,
  itemsOf,
  keyOf,
  label,
  outline,
  empty,
  end,
  children,
}: PagedListProps<Page, Item>) {
  if (query.isPending) {
    return (
      <SkeletonGroup className="rows">
        {outlines.map((place) => (
          <div key={place} className="row">
            {outline}
          </div>
        ))}
      </SkeletonGroup>
    );
  }
  if (query.data === undefined) {
    return (
      <div className="stack stack-start">
        <Alert tone="danger">{query.error?.message}</Alert>
        <Button variant="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const entries = new Map(query.data.pages.flatMap(itemsOf).map((item) => [keyOf(item), item]));
  if (entries.size === 0 && !query.hasNextPage) return empty;
  return (
    <>
      <ul className="rows" aria-label={label}>
        {[...entries].map(([key, item]) => (
          <li key={key} className="row">
            {children(item)}
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <div className="list-error">
          <Alert tone="danger">{query.error?.message}</Alert>
        </div>
      )}
      {(query.hasNextPage || query.data.pages.length > 1) && (
        <LoadMore
          shown={entries.size}
          hasMore={query.hasNextPage}
          busy={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
          end={end}
        />
      )}
    </>
  );
}
