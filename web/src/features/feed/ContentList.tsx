import { type PageOf, usePages } from '#lib/use-pages.ts';
import { ContentGrid, type ContentGridLook } from './ContentGrid.tsx';
import type { ContentView } from './feed-view.ts';

interface ContentListProps<Thing extends ContentView> extends ContentGridLook<Thing> {
  /** Unique among the lists of the page. */
  name: string;
  first: PageOf<Thing>;
  load: (cursor: string) => Promise<PageOf<Thing>>;
}

/** A public list: the first page is server-rendered, the others are fetched. */
export function ContentList<Thing extends ContentView>({
  name,
  first,
  load,
  ...look
}: ContentListProps<Thing>) {
  const { items, hasMore, busy, problem, loadMore, prefetch } = usePages(name, first, load);
  return (
    <ContentGrid
      {...look}
      items={items}
      hasMore={hasMore}
      busy={busy}
      problem={problem?.detail}
      onLoad={() => void loadMore()}
      onNear={prefetch}
    />
  );
}
