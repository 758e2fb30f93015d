import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useState } from 'react';
import { MemberComments } from '#features/cards/lazy/MemberComments.tsx';
import { type CommentView, commentPage } from '#features/comments/comment-view.ts';
import { olderPageSize } from '#features/comments/older-comments.ts';
import { PublicComments } from '#features/comments/PublicComments.tsx';
import { api } from '#features/session/actions.ts';
import { reasonOf } from '#lib/api-problem.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { Alert } from '#ui/Alert.tsx';

interface CardCommentsProps {
  /** Undefined for visitors. */
  user: UserModel | undefined;
  cardId: number;
}

const space = <div className="comment-box-skeleton" />;

/** The comments of a card inside a chain or subject. */
export function CardComments({ user, cardId }: CardCommentsProps) {
  if (user) return <MemberComments user={user} cardId={cardId} before={space} focusBox />;
  return <VisitorComments cardId={cardId} />;
}

function VisitorComments({ cardId }: { cardId: number }) {
  const [first, setFirst] = useState<PageOf<CommentView>>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    api('GET /comments', { query: { postId: cardId, limit: olderPageSize }, signal }).then(
      ({ commentModelVec, nextCursor }) => setFirst(commentPage(commentModelVec, nextCursor)),
      (error: unknown) => {
        if (!signal.aborted) setProblem(reasonOf(error));
      },
    );
    return () => leaving.abort();
  }, [cardId]);
  if (problem) return <Alert tone="danger">{problem}</Alert>;
  return first ? <PublicComments cardId={cardId} first={first} /> : space;
}
