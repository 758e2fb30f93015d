import { pageSizes } from '@gyan/contract/limits.ts';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { TrendingList } from '#features/feed/TrendingList.tsx';
import { MySubjectsSkeleton } from '#features/reading/MySubjectsSkeleton.tsx';
import { api } from '#features/session/actions.ts';
import { useMember, useViewer } from '#features/session/store.ts';
import { listTrendingSubjects } from '#features/subjects/api.ts';
import { apiContext } from '#lib/api.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { pageQuery } from '#lib/page-query.ts';

const limit = pageSizes.trending;

/** Only for signed-in users. */
const mySubjects = lazyPart(async () => (await import('#features/reading/lazy/MySubjects.tsx')).MySubjects);

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  listTrendingSubjects(context.get(apiContext), pageQuery(request, limit));

const loadMore = (cursor: string) => listTrendingSubjects(api, { limit, cursor });

export const head = () => ({
  description: 'Subjects to learn on Gyan: each one a set of chapters, each chapter a chain of visual cards.',
});

/**
 * Visitors see all subjects, signed-in users their own before those of others. Until the session is known, the page
 * renders the start of both.
 */
export function Page() {
  const first = useLoaderData<typeof loader>();
  const viewer = useViewer();
  const member = useMember();
  const unknown = viewer.status === 'unknown';
  const forVisitors = unknown ? 'when-out' : 'boxless';
  return (
    <>
      <div className="page-head">
        <h1>
          {!member && <span className={forVisitors}>Subjects</span>}
          {(member || unknown) && <span className="when-in">My Subjects</span>}
        </h1>
        {!member && (
          <div className={forVisitors}>
            <p>Pick one, open it anywhere, and go at your own pace.</p>
          </div>
        )}
      </div>
      {member && (
        <mySubjects.Component
          user={member}
          first={first}
          loadMore={loadMore}
          fallback={<MySubjectsSkeleton />}
        />
      )}
      {unknown && (
        <div className="when-in">
          <MySubjectsSkeleton />
        </div>
      )}
      {!member && (
        <div className={forVisitors}>
          <TrendingList kind="subject" first={first} load={loadMore} />
        </div>
      )}
    </>
  );
}
