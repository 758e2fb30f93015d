import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { NothingYet } from '#features/feed/NothingYet.tsx';
import { ThingList } from '#features/feed/ThingList.tsx';
import { api } from '#features/session/actions.ts';
import { asksAsMember, useAskAgain } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { listTrendingSubjects } from '#features/subjects/api.ts';
import { apiContext } from '#lib/api.ts';

const limit = pageSizes.trending;

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  asMember: asksAsMember(),
  ...(await listTrendingSubjects(context.get(apiContext), { limit })),
});

const loadMore = (cursor: string) => listTrendingSubjects(api, { limit, cursor });

export const head = () => ({
  description: 'Whole subjects, chapter by chapter, in short visual cards. The most liked ones first.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useAskAgain(first.asMember);
  return (
    <>
      <PageHead title="Trending Subjects">
        Whole courses in short visual cards, bound chapter by chapter.
      </PageHead>
      {first.items.length === 0 ? (
        <NothingYet kind="subject" />
      ) : (
        <ThingList name="subjects" first={first} load={loadMore} eager={2} />
      )}
    </>
  );
}
