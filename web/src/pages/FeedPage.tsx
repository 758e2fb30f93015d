import '#features/learning/learning.css';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadedContent } from '#features/feed/LoadedContent.tsx';
import { FeedActions } from '#features/feed/lazy/FeedActions.tsx';
import { FeedCaption } from '#features/feed/lazy/FeedCaption.tsx';
import { FeedSkeleton } from '#features/feed/lazy/FeedSkeleton.tsx';
import type { FeedEntry } from '#features/feed/lazy/feed-entry.ts';
import { type FeedPage, feedTop, memberFeed, newerThan } from '#features/feed/lazy/member-feed.ts';
import { startHere } from '#features/feed/lazy-parts.ts';
import { NewItems } from '#features/feed/NewItems.tsx';
import { useTileKeys } from '#features/feed/use-tile-keys.ts';
import { continueStrip } from '#features/learning/lazy-parts.ts';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { CardIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Feed" />
      <continueStrip.Component userId={viewer.user.userId} fallback={<div className="continue-strip" />} />
      <Feed key={viewer.user.userId} userId={viewer.user.userId} />
    </QueryScope>
  );
}

const captionOf = (entry: FeedEntry) => <FeedCaption {...entry} />;
const actionsOf = (entry: FeedEntry) => <FeedActions content={entry} />;

function Feed({ userId }: { userId: number }) {
  const feed = useInfiniteQuery(memberFeed(userId));
  useTileKeys();
  const isNewcomer = feed.data?.pages[0]?.items.every(({ connected }) => !connected) ?? false;
  return (
    <>
      {isNewcomer && <startHere.Component userId={userId} fallback={<div className="start-here" />} />}
      {feed.data && <NewItemsNotice userId={userId} pages={feed.data.pages} loadedAt={feed.dataUpdatedAt} />}
      <LoadedContent
        query={feed}
        caption={captionOf}
        actions={actionsOf}
        outline={<FeedSkeleton />}
        end="You have seen everything for now. Come back soon!"
        eager={2}
        empty={
          <EmptyState
            icon={<CardIcon />}
            title="Nothing here yet"
            action={
              <ButtonLink variant="primary" to={paths.grow}>
                Find people
              </ButtonLink>
            }
          >
            What your connections make, like and discuss comes here, with what is new in your topics.
          </EmptyState>
        }
      />
    </>
  );
}

/** Polls for new items every minute and shows them on request. */
function NewItemsNotice({
  userId,
  pages,
  loadedAt,
}: {
  userId: number;
  pages: FeedPage[];
  loadedAt: number;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const top = useQuery(feedTop(userId, pages[0], loadedAt));
  if (!top.data) return null;
  const shown = pages.flatMap(({ items }) => items);
  const show = async () => {
    setBusy(true);
    scrollTo({ top: 0 });
    // Resets to the first page: a refetch would load all pages again, one after the other.
    await client.resetQueries({ queryKey: memberFeed(userId).queryKey });
    setBusy(false);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  return <NewItems count={newerThan(shown, top.data.items)} busy={busy} onShow={() => void show()} />;
}
