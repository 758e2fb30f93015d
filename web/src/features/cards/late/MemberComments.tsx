import type { UserModel } from '@gyan/contract/users.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { CommentThread } from '#features/comments/CommentThread.tsx';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { useSeenCard, useSeenCardWrites } from './seen-card.ts';

interface MemberCommentsProps {
  user: UserModel;
  cardId: number;
  /** Stands here until the card is known as this person sees it. */
  before: ReactNode;
  /** This person may not see the card, though everybody may: one of the two has blocked the other. */
  onGone: () => void;
}

export function MemberComments(props: MemberCommentsProps) {
  return (
    <QueryScope>
      <Comments {...props} />
    </QueryScope>
  );
}

function Comments({ user, cardId, before, onGone }: MemberCommentsProps) {
  const sight = { userId: user.userId, cardId };
  const { data: seen, dataUpdatedAt, error, isFetching, refetch } = useSeenCard(sight);
  const writes = useSeenCardWrites(sight);
  const gone = !seen && error instanceof ApiProblem && error.code === 'not_found';
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (gone) tell();
  }, [gone]);
  if (!seen) {
    return (
      <>
        {error && (
          <div className="stack stack-start">
            <Alert tone="danger">{error.message}</Alert>
            <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </div>
        )}
        {before}
      </>
    );
  }
  return (
    <CommentThread
      user={user}
      cardId={cardId}
      first={seen.comments}
      at={dataUpdatedAt}
      canComment={seen.can.comment}
      onCount={(commentCount) => writes.put({ commentCount })}
    />
  );
}
