import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { NothingYet } from '#features/feed/NothingYet.tsx';
import { ThingList } from '#features/feed/ThingList.tsx';
import { api } from '#features/session/actions.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { listTrendingSubjects } from '#features/subjects/api.ts';
import { apiContext } from '#lib/api.ts';

const limit = pageSizes.trendingCards;

export const loader = ({ context }: LoaderFunctionArgs) =>
  listTrendingSubjects(context.get(apiContext), { limit });

const loadMore = (cursor: string) => listTrendingSubjects(api, { limit, cursor });

export const head = () => ({
  description: 'Subjects to learn on Gyan: each one a set of chapters, each chapter a chain of visual cards.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Subjects">Pick one, open it anywhere, and go at your own pace.</PageHead>
      {first.items.length === 0 ? (
        <NothingYet kind="subject" />
      ) : (
        <ThingList name="subjects" first={first} load={loadMore} eager={2} />
      )}
    </>
  );
}
