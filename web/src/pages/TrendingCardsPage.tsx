import { pageSizes } from '@gyan/contract/limits.ts';
import { useCallback } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { listTrendingCards } from '#features/cards/api.ts';
import { TrendingList } from '#features/feed/TrendingList.tsx';
import { api } from '#features/session/actions.ts';
import { readsAsMember, useReloadAsMember } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';
import { pageQuery } from '#lib/page-query.ts';
import { paths } from '#lib/paths.ts';

/** The landing page links to one page size of the list, the member's menu to the other. */
const limitAt = (pathname: string) =>
  pathname === paths.trendingCards ? pageSizes.trending : pageSizes.trendingCards;

export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  asMember: readsAsMember(),
  ...(await listTrendingCards(
    context.get(apiContext),
    pageQuery(request, limitAt(new URL(request.url).pathname)),
  )),
});

/** Two URLs show the same list; only one is canonical. */
export const head = () => ({
  canonical: paths.cards,
  description: 'The visual knowledge cards people on Gyan like and talk about most right now.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useReloadAsMember(first.asMember);
  const { pathname } = useLocation();
  const loadMore = useCallback(
    (cursor: string) => listTrendingCards(api, { limit: limitAt(pathname), cursor }),
    [pathname],
  );
  return (
    <>
      <PageHead title="Trending Gyan Cards">What people are reading, watching and talking about.</PageHead>
      <TrendingList
        kind="card"
        first={first}
        load={loadMore}
        label={pathname === paths.trendingCards ? undefined : 'Load More Visuals'}
      />
    </>
  );
}
