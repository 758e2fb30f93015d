import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTrendingChains } from '#features/chains/api.ts';
import { TrendingList } from '#features/feed/TrendingList.tsx';
import { api } from '#features/session/actions.ts';
import { readsAsMember } from '#features/session/as-member.ts';
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
  return (
    <TrendingList kind="chain" title="Trending Gyan Chains" first={first} load={loadMore}>
      Cards in an order that makes sense: one idea, step by step.
    </TrendingList>
  );
}
