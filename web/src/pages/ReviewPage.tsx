import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reviewSession } from '#features/learning/lazy/queries.ts';
import { ReviewSession } from '#features/learning/lazy/ReviewSession.tsx';
import { ReviewSkeleton } from '#features/learning/ReviewSkeleton.tsx';
import { useViewer } from '#features/session/store.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <h1 className="sr-only">Review</h1>
      <Review userId={viewer.user.userId} />
    </QueryScope>
  );
}

function Review({ userId }: { userId: number }) {
  const client = useQueryClient();
  const session = useQuery(reviewSession(userId));
  if (!session.data || session.isFetching) {
    return session.isError ? <QueryError query={session} /> : <ReviewSkeleton />;
  }
  const more = () => void client.resetQueries({ queryKey: reviewSession(userId).queryKey });
  return <ReviewSession key={session.dataUpdatedAt} userId={userId} first={session.data} onMore={more} />;
}
