import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';

interface InviterProps {
  token: string;
  /** The link is a request to a member, not an invitation. */
  isMember: boolean;
}

/** Who sent the link, for visitors. Nothing if the link was used: signing in tells its receiver more. */
export function Inviter({ token, isMember }: InviterProps) {
  const [sender, setSender] = useState<UserModel | null>();
  // Until hydration ends, this is mounted for signed-in users too.
  const isVisitor = useViewer().status === 'out';
  useEffect(() => {
    if (!isVisitor) return undefined;
    let isCurrent = true;
    api('POST /invitation', { body: { token } }).then(
      ({ sendingUserModel }) => isCurrent && setSender(sendingUserModel),
      () => isCurrent && setSender(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, isVisitor]);
  return (
    <>
      {sender === undefined && <UserCardSkeleton />}
      {sender && (
        <UserCard user={sender} note={isMember ? 'would like to connect with you' : 'invites you to Gyan'} />
      )}
      {!isMember && (
        <p>
          Gyan is a place to learn with pictures: short visual cards, put in order as chains and subjects by
          people who know them well.
        </p>
      )}
    </>
  );
}
