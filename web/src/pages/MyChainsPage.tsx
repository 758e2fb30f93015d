import { pageSizes } from '@gyan/contract/limits.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, ListOrdered, Plus } from 'lucide-react';
import { useState } from 'react';
import { listMyChains } from '#features/chains/api.ts';
import { ContentGrid } from '#features/feed/ContentGrid.tsx';
import { importDialog } from '#features/files/lazy-parts.ts';
import { api } from '#features/session/actions.ts';
import { isCreator, useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { ChainsSkeleton } from '#features/tiles/ChainsSkeleton.tsx';
import { editLinkFor } from '#features/tiles/EditLink.tsx';
import { ChainIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const limit = pageSizes.myLists;

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <MyChains user={viewer.user} />
    </QueryScope>
  );
}

function MyChains({ user }: { user: UserModel }) {
  const { userId } = user;
  const creator = isCreator(user);
  const [imports, setImports] = useState(false);
  const chains = useInfiniteQuery({
    queryKey: queryKeys.myChains(userId),
    queryFn: ({ pageParam }) => listMyChains(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Users often come here right after they created or sorted chains.
    staleTime: 0,
  });
  const items = chains.data?.pages.flatMap((page) => page.items);

  return (
    <>
      <PageHead
        title="My Chains"
        actions={
          <div className="page-head-actions">
            {items === undefined && chains.isPending && <Skeleton shape="button" />}
            {items !== undefined && (
              <div className="form-actions list-actions">
                {!creator && <ButtonLink to={paths.trendingChains}>Browse chains</ButtonLink>}
                {(creator || items.length === 0) && (
                  <ButtonLink
                    to={paths.createChain()}
                    variant={creator ? 'primary' : 'quiet'}
                    icon={<Plus size={20} aria-hidden="true" />}
                  >
                    Create a Chain
                  </ButtonLink>
                )}
                {creator && (
                  <Button icon={<FileUp size={20} aria-hidden="true" />} onClick={() => setImports(true)}>
                    Import
                  </Button>
                )}
                {items.length > 0 && (
                  <ButtonLink to={paths.editChains} icon={<ListOrdered size={20} aria-hidden="true" />}>
                    Edit Chains
                  </ButtonLink>
                )}
              </div>
            )}
          </div>
        }
      />
      {imports && <importDialog.Component userId={userId} onClose={() => setImports(false)} />}
      {items === undefined && (chains.isPending ? <ChainsSkeleton /> : <QueryError query={chains} />)}
      {items?.length === 0 && <Welcome />}
      {items !== undefined && items.length > 0 && (
        <ContentGrid
          items={items}
          hasMore={chains.hasNextPage}
          busy={chains.isFetchingNextPage}
          problem={chains.isFetchNextPageError ? chains.error?.message : undefined}
          onLoad={() => void chains.fetchNextPage()}
          end="These are all your chains."
          actions={editLinkFor(userId)}
          eager={2}
        />
      )}
    </>
  );
}

function Welcome() {
  return (
    <EmptyState icon={<ChainIcon />} title="Welcome to your Gyan Chains">
      <div className="stack stack-sm">
        <p>
          A single card holds one idea. A chain is what happens when you line ideas up: this first, then that,
          and suddenly it makes sense. It may be the five steps of a proof, a river from its spring to the
          sea, or the ten cards you would show a friend who asks how bread rises.
        </p>
        <p>
          Give a chain a title, search for the cards that belong in it, yours or anybody’s, and drag them into
          the order that tells the story. You can change that order whenever you like; everybody who reads the
          chain follows it card by card.
        </p>
        <p>
          Chains can stand alone, or become the chapters of a subject. Chains of others that you save wait
          here too, among your own.
        </p>
      </div>
    </EmptyState>
  );
}
