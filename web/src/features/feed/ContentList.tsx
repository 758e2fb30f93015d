import { useLocation } from 'react-router';
import { nextPageSearch } from '#lib/page-query.ts';
import { type PageOf, usePages } from '#lib/use-pages.ts';
import { ContentGrid, type ContentGridLook } from './ContentGrid.tsx';
import type { ContentView } from './feed-view.ts';

interface ContentListProps<Content extends ContentView> extends ContentGridLook<Content> {
  /** Unique among the lists of the page. */
  name: string;
  first: PageOf<Content>;
  load: (cursor: string) => Promise<PageOf<Content>>;
  /** The loader of the page reads the cursor of the URL, so that a link can lead to the next page. */
  paged?: boolean;
}

/** A public list: the first page is server-rendered, the others are fetched. */
export function ContentList<Content extends ContentView>({
  name,
  first,
  load,
  paged = false,
  ...look
}: ContentListProps<Content>) {
  const { items, hasMore, busy, problem, loadMore, prefetch } = usePages(name, first, load);
  const { search } = useLocation();
  return (
    <>
      <ContentGrid
        {...look}
        items={items}
        hasMore={hasMore}
        busy={busy}
        problem={problem?.detail}
        onLoad={() => void loadMore()}
        onNear={prefetch}
      />
      {paged && first.nextCursor !== null && (
        <noscript>
          <p className="load-more">
            <a className="btn btn-outline" rel="next" href={nextPageSearch(search, first.nextCursor)}>
              Next page
            </a>
          </p>
        </noscript>
      )}
    </>
  );
}
