import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTrendingChains } from '#features/chains/api.ts';
import { NothingYet } from '#features/feed/NothingYet.tsx';
import { ThingList } from '#features/feed/ThingList.tsx';
import { api } from '#features/session/actions.ts';
import { asksAsMember, useAskAgain } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';

const limit = pageSizes.trending;

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  asMember: asksAsMember(),
  ...(await listTrendingChains(context.get(apiContext), { limit })),
});

const loadMore = (cursor: string) => listTrendingChains(api, { limit, cursor });

export const head = () => ({
  description: 'Chains of cards that lead through one idea step by step, the most liked ones first.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useAskAgain(first.asMember);
  return (
    <>
      <PageHead title="Trending Gyan Chains">
        Cards in an order that makes sense: one idea, step by step.
      </PageHead>
      {first.items.length === 0 ? (
        <NothingYet kind="chain" />
      ) : (
        <ThingList name="chains" first={first} load={loadMore} eager={2} />
      )}
    </>
  );
}
