import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTrendingCards } from '#features/cards/api.ts';
import { NothingYet } from '#features/feed/NothingYet.tsx';
import { ThingList } from '#features/feed/ThingList.tsx';
import { api } from '#features/session/actions.ts';
import { asksAsMember, useAskAgain } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { apiContext } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';

const limit = pageSizes.trendingCards;

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  asMember: asksAsMember(),
  ...(await listTrendingCards(context.get(apiContext), { limit })),
});

const loadMore = (cursor: string) => listTrendingCards(api, { limit, cursor });

/** Two addresses show the same; search engines learn of one. */
export const head = () => ({
  canonical: paths.cards,
  description: 'The visual knowledge cards people on Gyan like and talk about most right now.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useAskAgain(first.asMember);
  return (
    <>
      <PageHead title="Trending Gyan Cards">What people are reading, watching and talking about.</PageHead>
      {first.items.length === 0 ? (
        <NothingYet kind="card" />
      ) : (
        <ThingList name="cards" first={first} load={loadMore} label="Load More Visuals" eager={2} />
      )}
    </>
  );
}
