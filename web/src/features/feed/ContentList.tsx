import { type PageOf, usePages } from '#lib/use-pages.ts';
import { ContentGrid, type ContentGridLook } from './ContentGrid.tsx';
import type { ContentView } from './feed-view.ts';

interface ContentListProps<Content extends ContentView> extends ContentGridLook<Content> {
  /** Unique among the lists of the page. */
  name: string;
  first: PageOf<Content>;
  load: (cursor: string) => Promise<PageOf<Content>>;
}

/** A public list: the first page is server-rendered, the others are fetched. */
export function ContentList<Content extends ContentView>({
  name,
  first,
  load,
  ...look
}: ContentListProps<Content>) {
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
