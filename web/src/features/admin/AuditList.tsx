import type { AuditModel } from '@gyan/contract/audit.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { ownerOf } from '#features/users/owner.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { detailOf, verbOf } from './act-words.ts';
import { auditTrail } from './api.ts';

/** What admins did, newest first. */
export function AuditList() {
  return (
    <PagedList
      query={useInfiniteQuery(auditTrail())}
      itemsOf={(page) => page.auditModelVec}
      keyOf={(act) => act.id}
      label="Activity of admins"
      outline={<Skeleton width="wide" />}
      empty={<EmptyState title="No activity yet">What admins do shows here.</EmptyState>}
    >
      {(act) => <Act act={act} />}
    </PagedList>
  );
}

function Act({ act }: { act: AuditModel }) {
  const detail = detailOf(act);
  return (
    <>
      <p>
        {act.actorModel ? (
          <Link className="link" to={ownerOf(act.actorModel).href}>
            {ownerOf(act.actorModel).name}
          </Link>
        ) : (
          'Somebody who has left, or the operator,'
        )}{' '}
        {verbOf(act.action)} <Target act={act} />
      </p>
      <p className="meta">
        {detail && `${detail} · `}
        <TimeAgo nanoseconds={act.createdAt} />
      </p>
    </>
  );
}

function Target({ act: { targetKind, targetId } }: { act: AuditModel }) {
  if (targetId == null) return 'what is no longer here';
  if (targetKind === 'user') return <Person userId={targetId} />;
  return `${targetKind ?? 'number'} ${targetId}`;
}

/** The record keeps the number; the name is looked up, once for all its acts. */
function Person({ userId }: { userId: number }) {
  const { data } = useQuery({
    queryKey: ['person', userId],
    queryFn: ({ signal }) => api('GET /r/user', { query: { userId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Link className="link" to={paths.profile(userId)}>
      {data ? ownerOf(data.userModel).name : `user ${userId}`}
    </Link>
  );
}
