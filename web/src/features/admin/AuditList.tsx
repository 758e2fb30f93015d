import type { AuditModel } from '@gyan/contract/audit.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { ownerOf } from '#features/users/owner.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { detailOf, verbOf } from './act-words.ts';
import { auditTrail } from './api.ts';

/** Admin actions, newest first. */
export function AuditList() {
  return (
    <PagedList
      query={useInfiniteQuery(auditTrail({ signIns: false }))}
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

/** Successful and failed sign-ins, newest first. */
export function SignInList() {
  return (
    <PagedList
      query={useInfiniteQuery(auditTrail({ signIns: true }))}
      itemsOf={(page) => page.auditModelVec}
      keyOf={(act) => act.id}
      label="Sign-ins"
      outline={<Skeleton width="wide" />}
      empty={<EmptyState title="No sign-ins yet">Sign-ins of the last 90 days show here.</EmptyState>}
    >
      {(act) => <SignIn act={act} />}
    </PagedList>
  );
}

function SignIn({ act }: { act: AuditModel }) {
  const failed = act.action === 'sign-in.failed';
  return (
    <>
      <p>
        {failed && 'Failed sign-in to '}
        <Account act={act} />
        {!failed && ' signed in'}
      </p>
      <p className="meta">
        {act.detail && `${act.detail} · `}
        <TimeAgo nanoseconds={act.createdAt} />
      </p>
    </>
  );
}

function Account({ act: { action, actorModel, targetId } }: { act: AuditModel }) {
  if (actorModel) {
    const { href, name } = ownerOf(actorModel);
    return (
      <Link className="link" to={href}>
        {name}
      </Link>
    );
  }
  if (targetId != null) return <Person userId={targetId} />;
  return action === 'sign-in.failed' ? 'an unknown account' : 'An erased account';
}

function Act({ act }: { act: AuditModel }) {
  const detail = detailOf(act);
  return (
    <>
      <p>
        {act.actorModel ? <Account act={act} /> : 'Somebody who has left, or the operator,'}{' '}
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

/** The record holds only the user id; the name is fetched once and cached. */
function Person({ userId }: { userId: number }) {
  const { data } = useQuery({
    queryKey: queryKeys.userName(userId),
    queryFn: ({ signal }) => api('GET /r/user', { query: { userId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Link className="link" to={paths.profile(userId)}>
      {data ? ownerOf(data.userModel).name : `user ${userId}`}
    </Link>
  );
}
