import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { CommentThread } from '#features/comments/CommentThread.tsx';
import { useEntity } from '#features/entities/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { viewerCard } from './viewer-card.ts';

interface MemberCommentsProps {
  user: UserModel;
  cardId: number;
  /** Shown until the card is loaded for this viewer. */
  before: ReactNode;
  /** The card is hidden from this viewer because of a block. */
  onRemoved?: () => void;
  /** The viewer asked to comment: focuses the box. */
  focusBox?: boolean;
}

export function MemberComments(props: MemberCommentsProps) {
  return (
    <QueryScope>
      <Comments {...props} />
    </QueryScope>
  );
}

function Comments({ user, cardId, before, onRemoved, focusBox = false }: MemberCommentsProps) {
  const card = useQuery(viewerCard(user.userId, cardId));
  const { data: first, dataUpdatedAt, error } = card;
  const canComment = useEntity('card', cardId)?.can?.comment ?? false;
  const isRemoved = !first && error instanceof ApiProblem && error.code === 'not_found';
  const notifyRemoved = useEffectEvent(() => onRemoved?.());
  useEffect(() => {
    if (isRemoved) notifyRemoved();
  }, [isRemoved]);
  if (!first) {
    return (
      <>
        {error && <QueryError query={card} />}
        {before}
      </>
    );
  }
  return (
    <CommentThread
      user={user}
      cardId={cardId}
      first={first}
      at={dataUpdatedAt}
      canComment={canComment}
      focusBox={focusBox}
    />
  );
}
