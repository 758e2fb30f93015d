import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { TrendingList } from '#features/feed/TrendingList.tsx';
import { api } from '#features/session/actions.ts';
import { readsAsMember, useReloadAsMember } from '#features/session/as-member.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { listTrendingSubjects } from '#features/subjects/api.ts';
import { apiContext } from '#lib/api.ts';
import { pageQuery } from '#lib/page-query.ts';

const limit = pageSizes.trending;

export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  asMember: readsAsMember(),
  ...(await listTrendingSubjects(context.get(apiContext), pageQuery(request, limit))),
});

const loadMore = (cursor: string) => listTrendingSubjects(api, { limit, cursor });

export const head = () => ({
  description: 'Whole subjects, chapter by chapter, in short visual cards. The most liked ones first.',
});

export function Page() {
  const first = useLoaderData<typeof loader>();
  useReloadAsMember(first.asMember);
  return (
    <>
      <PageHead title="Trending Subjects">
        Whole courses in short visual cards, bound chapter by chapter.
      </PageHead>
      <TrendingList kind="subject" first={first} load={loadMore} />
    </>
  );
}
