import { pageSizes } from '@gyan/contract/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listLatestCards } from '#features/cards/api.ts';
import { EmptyList } from '#features/feed/EmptyList.tsx';
import { LoadedContent } from '#features/feed/LoadedContent.tsx';
import { useTileKeys } from '#features/feed/use-tile-keys.ts';
import { api } from '#features/session/actions.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';

const limit = pageSizes.latest;

export function Page() {
  return (
    <QueryScope>
      <PageHead title="Latest Gyan Cards">Everything that was published, newest first.</PageHead>
      <Latest />
    </QueryScope>
  );
}

function Latest() {
  useTileKeys();
  const cards = useInfiniteQuery({
    queryKey: queryKeys.latestCards(),
    queryFn: ({ pageParam }) => listLatestCards(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Admins need the newest cards.
    staleTime: 0,
  });
  return (
    <LoadedContent
      query={cards}
      label="Load More Visuals"
      end="These are all the cards there are."
      empty={<EmptyList kind="card" />}
      eager={2}
    />
  );
}
