import { pageSizes } from '@gyan/contract/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { listMyCards } from '#features/cards/api.ts';
import { DraftList } from '#features/drafts/DraftList.tsx';
import { LoadedContent } from '#features/feed/LoadedContent.tsx';
import { api } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { CardIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const limit = pageSizes.myCards;

const tabs = [
  { value: 'published', label: 'Published', to: paths.myCards },
  { value: 'drafts', label: 'Drafts', to: paths.myDrafts },
];

export function Page() {
  const viewer = useViewer();
  const tab = useSearchParams()[0].get('tab') === 'drafts' ? 'drafts' : 'published';
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead
        title="My Gyan Cards"
        actions={
          <div className="page-head-actions">
            <ButtonLink to={paths.createCard} variant="primary" icon={<Plus size={20} aria-hidden="true" />}>
              Create a Gyan Card
            </ButtonLink>
          </div>
        }
      />
      <div className="stack">
        <LinkTabs label="My cards" items={tabs} value={tab} />
        {tab === 'drafts' ? (
          <DraftList userId={viewer.user.userId} />
        ) : (
          <MyCards userId={viewer.user.userId} />
        )}
      </div>
    </QueryScope>
  );
}

function MyCards({ userId }: { userId: number }) {
  const cards = useInfiniteQuery({
    queryKey: queryKeys.myCards(userId),
    queryFn: ({ pageParam }) => listMyCards(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Users often come here right after they created or deleted a card.
    staleTime: 0,
  });

  return (
    <LoadedContent
      query={cards}
      end="These are all your cards."
      eager={2}
      empty={
        <EmptyState icon={<CardIcon />} title="Your first Gyan Card is waiting for you">
          A Gyan Card holds one idea that can be seen: a picture with a few words, a video worth watching, or
          an answer that you asked an AI for and made your own. Once you publish a card it stands here, others
          can find it, like it and talk about it, and you can line it up with more cards in a chain.
        </EmptyState>
      }
    />
  );
}
