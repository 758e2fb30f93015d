import './paged-list.css';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { SkeletonGroup } from '#ui/Skeleton.tsx';
import { QueryError } from './QueryError.tsx';

interface PagedListProps<Page, Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => readonly Item[];
  keyOf: (item: Item) => string | number;
  /** The name of the list for screen readers. */
  label: string;
  /** The skeleton of one item while the first page loads. */
  outline: ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Shown after the last item of a list with several pages. */
  end?: ReactNode;
  children: (item: Item) => ReactNode;
}

const outlines = ['a', 'b', 'c', 'd'];

/**
 * A list of the signed-in user from the query cache, one page at a time, with its loading, empty and error
 * states.
 */
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
  if (query.data === undefined) return <QueryError query={query} />;
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
