import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTrendingChains } from '#features/chains/api.ts';
import { TrendingList } from '#features/feed/TrendingList.tsx';
import { api } from '#features/session/actions.ts';
import { readsAsMember, useReloadAsMember } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';
import { pageQuery } from '#lib/page-query.ts';

const limit = pageSizes.trending;

export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  asMember: readsAsMember(),
  ...(await listTrendingChains(context.get(apiContext), pageQuery(request, limit))),
});

const loadMore = (cursor: string) => listTrendingChains(api, { limit, cursor });

export const head = () => ({
  description: 'Chains of cards that lead through one idea step by step, the most liked ones first.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useReloadAsMember(first.asMember);
  return (
    <>
      <PageHead title="Trending Gyan Chains">
        Cards in an order that makes sense: one idea, step by step.
      </PageHead>
      <TrendingList kind="chain" first={first} load={loadMore} />
    </>
  );
}
