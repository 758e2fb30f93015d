import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { LoadedContent } from '#features/feed/LoadedContent.tsx';
import { type SavedView, savedItems, savedLists } from '#features/saved/lazy/api.ts';
import { ListActions } from '#features/saved/lazy/ListActions.tsx';
import { RemoveSaved } from '#features/saved/lazy/RemoveSaved.tsx';
import { SaveButton } from '#features/saved/SaveButton.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

export function Page() {
  const viewer = useViewer();
  const listId = Number(useSearchParams()[0].get('list')) || undefined;
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Saved">Only you see what you save.</PageHead>
      <Saved userId={viewer.user.userId} listId={listId} />
    </QueryScope>
  );
}

interface SavedProps {
  userId: number;
  /** Undefined for everything. */
  listId: number | undefined;
}

function Saved({ userId, listId }: SavedProps) {
  const { data: lists = [] } = useQuery(savedLists(userId));
  const list = lists.find((each) => each.listId === listId);
  return (
    <>
      {lists.length > 0 && (
        <LinkTabs
          label="Lists"
          value={String(listId ?? 'all')}
          items={[
            { value: 'all', label: 'All', to: paths.saved },
            ...lists.map(({ listId: id, title, count }) => ({
              value: String(id),
              label: title,
              count,
              to: paths.savedList(id),
            })),
          ]}
        />
      )}
      <div className="tab-panel">
        {list && <ListActions key={list.listId} userId={userId} list={list} />}
        <Items key={listId ?? 'all'} userId={userId} listId={listId} />
      </div>
    </>
  );
}

const actionsIn = (userId: number, listId: number | undefined) => (item: SavedView) => (
  <>
    <SaveButton target={item} place="tile" />
    <RemoveSaved userId={userId} item={item} listId={listId} />
  </>
);

function Items({ userId, listId }: SavedProps) {
  const items = useInfiniteQuery(savedItems(userId, listId));
  return (
    <LoadedContent
      query={items}
      eager={2}
      actions={actionsIn(userId, listId)}
      end="This is everything you saved here."
      empty={
        <EmptyState
          icon={<Bookmark size={40} aria-hidden="true" />}
          title={listId === undefined ? 'Nothing saved yet' : 'Nothing in this list yet'}
          action={
            <ButtonLink variant="primary" to={paths.trendingCards}>
              Find something
            </ButtonLink>
          }
        >
          Press the bookmark on a card, chain or subject, and it stands here for you alone. Sort what you save
          into lists of your own.
        </EmptyState>
      }
    />
  );
}
