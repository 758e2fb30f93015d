import { useLocation, useRouteError } from 'react-router';
import { ownHidden } from '#features/moderation/lazy-parts.ts';
import { useMember } from '#features/session/store.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

/** Cards, chains and subjects. */
const canBeHidden = /^\/(?:pd|ch|sub)\//;

/** The error of a page. Members may find what others do not: something of theirs that an admin has hidden. */
export function PageErrorNotice() {
  const error = useRouteError();
  const member = useMember();
  const { pathname } = useLocation();
  const notice = <ErrorNotice error={error} />;
  const isMissing = (error as { code?: unknown } | undefined)?.code === 'not_found';
  if (!member || !isMissing || !canBeHidden.test(pathname)) return notice;
  return (
    <ownHidden.Component userId={member.userId} pathname={pathname}>
      {notice}
    </ownHidden.Component>
  );
}
