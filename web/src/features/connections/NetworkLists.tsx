import './connections.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { RefObject } from 'react';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { useFocusAfterRemoval } from '#lib/use-focus-after-removal.ts';
import { useHashTarget } from '#lib/use-hash-target.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { blocks, connections, requests, useConnectionAction, useWithdrawnInvitation } from './api.ts';
import { ConnectionButton } from './ConnectionButton.tsx';
import { type ConnectionAction, connectionStateOf } from './connection-state.ts';
import { connectionsIn, receivedIn, sentIn } from './network.ts';
import { InvitedRow, PersonRow } from './PersonRow.tsx';

interface ListProps {
  /** An entry and its focused button have unmounted. */
  onRemoved: () => void;
}

function useRowAction(onRemoved: () => void) {
  const { mutate } = useConnectionAction();
  return (user: UserModel, action: ConnectionAction) => {
    onRemoved();
    mutate({ user, action });
  };
}

export function ConnectionList({ onRemoved }: ListProps) {
  const action = useRowAction(onRemoved);
  return (
    <PagedList
      query={useInfiniteQuery(connections())}
      itemsOf={connectionsIn}
      keyOf={({ connectionModel }) => connectionModel.userId}
      label="Connections"
      outline={<UserCardSkeleton />}
      empty={
        <EmptyState
          icon={<Users size={32} aria-hidden="true" />}
          title="You have not connected with anyone yet."
          action={
            <div className="empty-buttons">
              <ButtonLink variant="primary" to={paths.growTab('search')}>
                Find people
              </ButtonLink>
              <ButtonLink to={paths.growTab('invite')}>Invite friends</ButtonLink>
            </div>
          }
        >
          Learning is better in company. Look for people you know, or invite friends to join you here.
        </EmptyState>
      }
      end="These are all your connections."
    >
      {({ connectionModel, createdAt }) => (
        <PersonRow
          user={connectionModel}
          note={
            <>
              Since: <TimeAgo nanoseconds={createdAt} />
            </>
          }
          action="remove"
          label="Remove"
          onAction={action}
        />
      )}
    </PagedList>
  );
}

export function ReceivedList({ section }: { section: RefObject<HTMLElement | null> }) {
  const query = useInfiniteQuery(requests('received'));
  useFocusAfterRemoval(query.data?.pages.flatMap(receivedIn).length ?? 0, section);
  // A notice leads to its request.
  useHashTarget(query);
  return (
    <PagedList
      query={query}
      itemsOf={receivedIn}
      keyOf={({ connectionReqId }) => connectionReqId}
      label="Received"
      outline={<UserCardSkeleton />}
      empty={<EmptyState>Currently, you have no pending connection requests.</EmptyState>}
      end="Nobody else waits for your answer."
    >
      {({ connectionReqId, userModel, createdAt }) =>
        userModel && (
          <div id={`request-${connectionReqId}`} tabIndex={-1} className="network-request">
            <UserCard
              user={userModel}
              note={
                <>
                  Asked: <TimeAgo nanoseconds={createdAt} />
                </>
              }
              actions={<ConnectionButton user={userModel} />}
            />
          </div>
        )
      }
    </PagedList>
  );
}

export function SentList({ onRemoved }: ListProps) {
  const action = useRowAction(onRemoved);
  const withdrawal = useWithdrawnInvitation();
  return (
    <PagedList
      query={useInfiniteQuery(requests('sent'))}
      itemsOf={sentIn}
      keyOf={({ connectionReqId }) => connectionReqId}
      label="Sent"
      outline={<UserCardSkeleton />}
      empty={<EmptyState>You currently have no sent connection requests.</EmptyState>}
      end="These are all the requests that wait for an answer."
    >
      {(request) =>
        request.userModel ? (
          <PersonRow
            user={request.userModel}
            note={
              <>
                Sent: <TimeAgo nanoseconds={request.createdAt} />
              </>
            }
            action="withdraw"
            label="Withdraw"
            onAction={action}
          />
        ) : (
          <InvitedRow
            request={request}
            onWithdraw={() => {
              onRemoved();
              withdrawal.mutate(request);
            }}
          />
        )
      }
    </PagedList>
  );
}

export function BlockedList({ onRemoved }: ListProps) {
  const action = useRowAction(onRemoved);
  return (
    <PagedList
      query={useInfiniteQuery(blocks())}
      itemsOf={(page) => page.userModelVec.filter((user) => connectionStateOf(user) === 'blocked')}
      keyOf={(user) => user.userId}
      label="Blocked people"
      outline={<UserCardSkeleton />}
      empty={<EmptyState>You have not blocked anybody.</EmptyState>}
      end="That is everybody you have blocked."
    >
      {(user) => <PersonRow user={user} action="unblock" label="Unblock" onAction={action} />}
    </PagedList>
  );
}
