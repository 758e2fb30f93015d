import './account.css';
import type { SessionModel } from '@gyan/contract/account.ts';
import { isPhone, userAgentText } from '@gyan/contract/user-agent-text.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { signOut } from '#features/session/actions.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { millisecondsOf } from '#lib/relative-time.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { sessionsOf, useEndOtherSessions, useEndSession } from './api.ts';

/** The user's active sessions. */
export function SessionList({ user }: { user: UserModel }) {
  const ending = useEndSession(user.userId);
  const endingOthers = useEndOtherSessions(user.userId);
  const heading = useRef<HTMLHeadingElement>(null);

  const end = (session: SessionModel) => {
    if (session.current) {
      void signOut();
      return;
    }
    // The focused row unmounts: move the focus to the heading.
    heading.current?.focus();
    ending.mutate(session.sessionId, {
      onSuccess: () => announce(`${userAgentText(session.userAgent)} is signed out.`),
    });
  };

  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <p className="quiet">Sign out what you do not recognise, then change your password.</p>
      {ending.isError && (
        <Alert tone="danger" dismissible onHide={ending.reset}>
          That session could not be ended. {ending.error.message}
        </Alert>
      )}
      {endingOthers.isError && (
        <Alert tone="danger" dismissible onHide={endingOthers.reset}>
          Your other sessions could not be ended. {endingOthers.error.message}
        </Alert>
      )}
      <PagedList
        query={useInfiniteQuery(sessionsOf(user.userId))}
        itemsOf={(page) => page.sessionModelVec}
        keyOf={(session) => session.sessionId}
        label="Your sessions"
        outline={<Skeleton width="wide" />}
        empty={<EmptyState title="No sessions" />}
      >
        {(session) => <Session session={session} onEnd={() => end(session)} />}
      </PagedList>
      <Button
        busy={endingOthers.isPending}
        onClick={() =>
          endingOthers.mutate(undefined, { onSuccess: () => announce('You are signed out everywhere else.') })
        }
      >
        Sign out everywhere else
      </Button>
    </section>
  );
}

/** Sessions in the same browser differ by their time. */
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function Session({ session, onEnd }: { session: SessionModel; onEnd: () => void }) {
  const device = userAgentText(session.userAgent);
  const Icon = isPhone(session.userAgent) ? Smartphone : Monitor;
  return (
    <div className="session">
      <div>
        <p className="session-device">
          <Icon size={20} aria-hidden="true" />
          {device}
          {session.current && <Tag tone="success">This device</Tag>}
        </p>
        <p className="meta session-time">
          Signed in on {dateAndTime.format(millisecondsOf(session.createdAt))}
          {session.network != null && ` from ${session.network}`} · Last used:{' '}
          {session.current ? 'now' : <TimeAgo nanoseconds={session.lastSeenAt} />}
        </p>
      </div>
      <Button size="sm" onClick={onEnd}>
        Sign out<span className="sr-only"> {session.current ? 'this device' : device}</span>
      </Button>
    </div>
  );
}
