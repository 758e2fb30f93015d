import type { AuditModel } from '@gyan/contract/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ownerOf } from '#features/users/owner.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { auditTrail } from './api.ts';
import { auditSentence } from './audit-text.ts';

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

function Account({ entry: { action, actorModel, targetId, targetName } }: { entry: AuditModel }) {
  if (actorModel) {
    const { href, name } = ownerOf(actorModel);
    return (
      <Link className="link" to={href}>
        {name}
      </Link>
    );
  }
  if (targetId != null && targetName != null) {
    return (
      <Link className="link" to={paths.profile(targetId)}>
        {targetName}
      </Link>
    );
  }
  return action === 'sign-in.failed' ? 'an unknown account' : 'An erased account';
}

function AuditEntry({ entry }: { entry: AuditModel }) {
  const { before, after } = auditSentence(entry);
  return (
    <>
      <p>
        {entry.actorModel ? <Account entry={entry} /> : 'A former user, or the operator,'} {before}
        <Target entry={entry} />
        {after}
      </p>
      <p className="meta">
        <TimeAgo nanoseconds={entry.createdAt} />
      </p>
    </>
  );
}

/** A card's page also takes its id. Topics have no page of their own. */
const pageOf: Record<string, (id: number) => string> = {
  user: paths.profile,
  card: (id) => paths.card(String(id)),
  chain: (id) => paths.chain(id),
  subject: (id) => paths.subject(id),
  topic: () => paths.adminTopics,
};

function Target({ entry: { targetKind, targetId, targetName } }: { entry: AuditModel }) {
  const to = pageOf[targetKind ?? ''];
  if (targetId == null || targetName == null || !to) return '(no longer here)';
  return (
    <Link className="link" to={to(targetId)}>
      {targetName}
    </Link>
  );
}
