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
import { auditTrail } from './api.ts';
import { detailOf, verbOf } from './audit-text.ts';

/** Admin actions, newest first. */
export function AuditList() {
  return (
    <PagedList
      query={useInfiniteQuery(auditTrail({ signIns: false }))}
      itemsOf={(page) => page.auditModelVec}
      keyOf={(entry) => entry.id}
      label="Activity of admins"
      outline={<Skeleton width="wide" />}
      empty={<EmptyState title="No activity yet">What admins do shows here.</EmptyState>}
    >
      {(entry) => <AuditEntry entry={entry} />}
    </PagedList>
  );
}

/** Successful and failed sign-ins, newest first. */
export function SignInList() {
  return (
    <PagedList
      query={useInfiniteQuery(auditTrail({ signIns: true }))}
      itemsOf={(page) => page.auditModelVec}
      keyOf={(entry) => entry.id}
      label="Sign-ins"
      outline={<Skeleton width="wide" />}
      empty={<EmptyState title="No sign-ins yet">Sign-ins of the last 90 days show here.</EmptyState>}
    >
      {(entry) => <SignIn entry={entry} />}
    </PagedList>
  );
}

function SignIn({ entry }: { entry: AuditModel }) {
  const failed = entry.action === 'sign-in.failed';
  return (
    <>
      <p>
        {failed && 'Failed sign-in to '}
        <Account entry={entry} />
        {!failed && ' signed in'}
      </p>
      <p className="meta">
        {entry.detail && `${entry.detail} · `}
        <TimeAgo nanoseconds={entry.createdAt} />
      </p>
    </>
  );
}

function Account({ entry: { action, actorModel, targetId } }: { entry: AuditModel }) {
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

function AuditEntry({ entry }: { entry: AuditModel }) {
  const detail = detailOf(entry);
  return (
    <>
      <p>
        {entry.actorModel ? <Account entry={entry} /> : 'Somebody who has left, or the operator,'}{' '}
        {verbOf(entry.action)} <Target entry={entry} />
      </p>
      <p className="meta">
        {detail && `${detail} · `}
        <TimeAgo nanoseconds={entry.createdAt} />
      </p>
    </>
  );
}

function Target({ entry: { targetKind, targetId } }: { entry: AuditModel }) {
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
