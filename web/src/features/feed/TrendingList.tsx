import type { ReactNode } from 'react';
import { saveOnTile } from '#features/saved/SaveButton.tsx';
import { useReloadAsMember } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import type { PageOf } from '#lib/use-pages.ts';
import { ContentList } from './ContentList.tsx';
import { EmptyList } from './EmptyList.tsx';
import type { ContentView } from './feed-view.ts';

interface TrendingListProps<Content extends ContentView> {
  kind: Content['kind'];
  title: string;
  first: PageOf<Content> & { asMember: boolean };
  load: (cursor: string) => Promise<PageOf<Content>>;
  /** Of the button that loads more. */
  label?: string | undefined;
  /** Below the title. */
  children: ReactNode;
}

/** The page of trending cards, chains or subjects. */
export function TrendingList<Content extends ContentView>({
  kind,
  title,
  first,
  load,
  label,
  children,
}: TrendingListProps<Content>) {
  useReloadAsMember(first.asMember);
  return (
    <>
      <PageHead title={title}>{children}</PageHead>
      {first.items.length === 0 ? (
        <EmptyList kind={kind} />
      ) : (
        <ContentList
          name={`${kind}s`}
          first={first}
          load={load}
          actions={saveOnTile}
          label={label}
          eager={2}
          paged
        />
      )}
    </>
  );
}
