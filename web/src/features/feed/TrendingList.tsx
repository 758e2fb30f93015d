import { saveOnTile } from '#features/saved/SaveButton.tsx';
import type { PageOf } from '#lib/use-pages.ts';
import { ContentList } from './ContentList.tsx';
import { EmptyList } from './EmptyList.tsx';
import type { ContentView } from './feed-view.ts';

interface TrendingListProps<Content extends ContentView> {
  kind: Content['kind'];
  first: PageOf<Content>;
  load: (cursor: string) => Promise<PageOf<Content>>;
  /** Of the button that loads more. */
  label?: string | undefined;
}

/** The trending cards, chains or subjects of all users, as the main content of a page. */
export function TrendingList<Content extends ContentView>({
  kind,
  first,
  load,
  label,
}: TrendingListProps<Content>) {
  if (first.items.length === 0) return <EmptyList kind={kind} />;
  return (
    <ContentList
      name={`${kind}s`}
      first={first}
      load={load}
      actions={saveOnTile}
      label={label}
      eager={2}
      paged
    />
  );
}
