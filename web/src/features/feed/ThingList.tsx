import { type PageOf, usePages } from '#lib/use-pages.ts';
import type { ThingView } from './feed-view.ts';
import { ThingGrid, type ThingGridLook } from './ThingGrid.tsx';

interface ThingListProps<Thing extends ThingView> extends ThingGridLook<Thing> {
  /** Unique among the lists of the page. */
  name: string;
  first: PageOf<Thing>;
  load: (cursor: string) => Promise<PageOf<Thing>>;
}

/** A public list: the first page is server-rendered, the others are fetched. */
export function ThingList<Thing extends ThingView>({ name, first, load, ...look }: ThingListProps<Thing>) {
  const { items, hasMore, busy, problem, loadMore, prefetch } = usePages(name, first, load);
  return (
    <ThingGrid
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
