import type { UserModel } from '@gyan/contract/users.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, Ellipsis, Flag, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { blocks, useConnectionAction } from '#features/connections/api.ts';
import { ConfirmAction } from '#features/connections/ConfirmAction.tsx';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { type ConnectionState, connectionStateOf } from '#features/connections/connection-state.ts';
import { reportDialog } from '#features/moderation/lazy-parts.ts';
import { mutes, useMute } from '#features/notices/lazy/api.ts';
import { FollowButton } from '#features/notices/lazy/FollowButton.tsx';
import { api } from '#features/session/actions.ts';
import { useMember } from '#features/session/store.ts';
import { peopleKey } from '#features/users/lazy/people-cache.ts';
import { ownerOf } from '#features/users/owner.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { Menu } from '#ui/Menu.tsx';

interface ProfileActionsProps {
  userId: number;
  /** The user's connection state to the viewer; `unavailable` where the viewer may not see the user. */
  onConnectionState: (state: ConnectionState | 'unavailable') => void;
}

/** What signed-in users see on a profile beyond its public part. */
export function ProfileActions(props: ProfileActionsProps) {
  return (
    <QueryScope>
      <Actions {...props} />
    </QueryScope>
  );
}

const isNotFound = (error: Error | null) => error instanceof ApiProblem && error.code === 'not_found';

const profileForViewer = (userId: number) =>
  queryOptions({
    queryKey: peopleKey('profile', userId),
    queryFn: ({ signal }) => api('GET /r/user_profile', { query: { id: userId, limit: 1 }, signal }),
    staleTime: 0,
    // A refetch resets the error, and with it the button that unblocks.
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : 30_000),
    refetchOnWindowFocus: ({ state }) => !isNotFound(state.error),
  });

/** A profile that is not found may be of a user whom the viewer has blocked, and can unblock here. */
function useProfileForViewer(userId: number) {
  const profile = useQuery(profileForViewer(userId));
  const hidden = isNotFound(profile.error);
  const blocked = useInfiniteQuery({ ...blocks(), enabled: hidden });
  const blockedUser = blocked.data?.pages
    .flatMap((page) => page.userModelVec)
    .find((user) => user.userId === userId);
  if (!hidden) return { ...profile, user: profile.data?.userModel, unavailable: false };
  // After a block or unblock both are fetched again, and the old list is wrong.
  const isSettled = !profile.isFetching && !blocked.isFetching;
  return {
    ...profile,
    user: blockedUser,
    unavailable: !blockedUser && isSettled && (blocked.isSuccess || blocked.isError),
  };
}

function Actions({ userId, onConnectionState }: ProfileActionsProps) {
  const viewer = useMember();
  const { data, user, unavailable, error, isFetching, refetch } = useProfileForViewer(userId);
  const state = unavailable ? 'unavailable' : user && connectionStateOf(user);
  const reportState = useEffectEvent(onConnectionState);
  useEffect(() => {
    if (state) reportState(state);
  }, [state]);

  if (user === undefined) {
    return error && !isNotFound(error) ? (
      <p className="profile-error">
        {error.message}{' '}
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    ) : null;
  }
  const mutual = user.blocked ? [] : (data?.mutualUserModelVec ?? []);
  return (
    <>
      <div className="profile-buttons">
        <ConnectionButton user={user} size="md" />
        {viewer && !user.blocked && (
          <>
            <FollowButton userId={viewer.userId} kind="user" id={userId} title={displayName(user)} />
            <MoreMenu viewerId={viewer.userId} user={user} />
          </>
        )}
      </div>
      {mutual.length > 0 && <Mutual people={mutual} />}
    </>
  );
}

function MoreMenu({ viewerId, user }: { viewerId: number; user: UserModel }) {
  const [confirming, setConfirming] = useState(false);
  const [reporting, setReporting] = useState(false);
  const action = useConnectionAction();
  const name = displayName(user);
  const { userId } = user;
  const muted = useQuery(mutes(viewerId)).data?.some((person) => person.userId === userId) ?? false;
  const mute = useMute(viewerId);
  const block = () => {
    setConfirming(false);
    action.mutate({ user, action: 'block' });
  };
  return (
    <>
      <Menu
        label={`More about ${name}`}
        variant="quiet"
        className="btn-icon"
        align="end"
        groups={[
          {
            items: [
              {
                label: muted ? `Unmute ${name}` : `Mute ${name}`,
                icon: muted ? (
                  <Volume2 size={18} aria-hidden="true" />
                ) : (
                  <VolumeX size={18} aria-hidden="true" />
                ),
                onSelect: () => mute.mutate({ userId, name, muted: !muted }),
              },
              {
                label: 'Report',
                icon: <Flag size={18} aria-hidden="true" />,
                onSelect: () => setReporting(true),
              },
              {
                label: `Block ${name}`,
                danger: true,
                icon: <Ban size={18} aria-hidden="true" />,
                onSelect: () => setConfirming(true),
              },
            ],
          },
        ]}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {reporting && <reportDialog.Component kind="user" id={userId} onClose={() => setReporting(false)} />}
      {confirming && (
        <ConfirmAction action="block" name={name} onConfirm={block} onCancel={() => setConfirming(false)} />
      )}
    </>
  );
}

function Mutual({ people }: { people: readonly UserModel[] }) {
  return (
    <p className="profile-mutual">
      {people.length === 1 ? 'Mutual connection: ' : 'Mutual connections: '}
      {people.map((person, index) => (
        <span key={person.userId}>
          {index > 0 && ', '}
          <Link className="link" to={ownerOf(person).href}>
            {ownerOf(person).name}
          </Link>
        </span>
      ))}
    </p>
  );
}
