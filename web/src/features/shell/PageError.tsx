import { useLocation, useRouteError } from 'react-router';
import { ownHidden } from '#features/moderation/lazy-parts.ts';
import { useMember } from '#features/session/store.ts';
import { errorNotice } from './lazy-parts.ts';
import { ShellFrame } from './Shell.tsx';

/** Cards, chains and subjects. */
const canBeHidden = /^\/(?:pd|ch|sub)\//;

/** The error boundary of a page. Members may find what others do not: something of theirs that an admin has hidden. */
export function PageError() {
  const error = useRouteError();
  const member = useMember();
  const { pathname } = useLocation();
  const notice = <errorNotice.Component error={error} />;
  const isMissing = (error as { code?: unknown } | undefined)?.code === 'not_found';
  if (!member || !isMissing || !canBeHidden.test(pathname)) return notice;
  return (
    <ownHidden.Component userId={member.userId} pathname={pathname}>
      {notice}
    </ownHidden.Component>
  );
}

/** The error boundary of the whole application. */
export function RootError() {
  return (
    <ShellFrame>
      <PageError />
    </ShellFrame>
  );
}
