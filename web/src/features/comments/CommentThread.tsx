import type { UserModel } from '@gyan/contract/users.ts';
import { useRef, useState } from 'react';
import { changeEntity } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { firstWords } from '#features/tiles/text.ts';
import { ownerOf } from '#features/users/owner.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { CommentBox } from './CommentBox.tsx';
import { CommentItem } from './CommentItem.tsx';
import { CommentSection } from './CommentSection.tsx';
import { type CommentView, commentView } from './comment-view.ts';
import { MemberComment } from './MemberComment.tsx';
import { olderLabel } from './older-comments.ts';
import { useThread, useThreadWrites } from './thread.ts';

interface CommentThreadProps {
  user: UserModel;
  cardId: number;
  first: PageOf<CommentView>;
  /** When the first page was fetched. */
  at: number;
  canComment: boolean;
  focusBox: boolean;
}

/** The comments for a signed-in user. */
export function CommentThread({ user, cardId, first, at, canComment, focusBox }: CommentThreadProps) {
  const of = { userId: user.userId, cardId };
  const thread = useThread(of, first, at);
  const list = useThreadWrites(of);
  const heading = useRef<HTMLHeadingElement>(null);
  const [posting, setPosting] = useState<string>();
  const [deleting, setDeleting] = useState<CommentView>();
  const [removing, setRemoving] = useState<ReadonlySet<number>>(new Set());

  const post = async (rawText: string, idempotencyKey: string) => {
    setPosting(rawText);
    try {
      const body = { postId: cardId, rawText };
      const { commentModel, commentCount } = await api('POST /r/comment', { body, idempotencyKey });
      await list.add(commentView(commentModel));
      changeEntity({ kind: 'card', id: cardId }, { commentCount });
      announce('Your comment is posted.');
    } finally {
      setPosting(undefined);
    }
  };

  const save = async (commentId: number, rawText: string) => {
    const { commentModel } = await api('PUT /r/comment', { body: { commentId, rawText } });
    await list.replace(commentView(commentModel));
    announce('Your change is saved.');
  };

  const remove = async ({ id }: CommentView) => {
    setDeleting(undefined);
    setRemoving((previous) => new Set([...previous, id]));
    // The pressed button unmounts with the comment.
    heading.current?.focus();
    try {
      const { commentCount } = await api('DELETE /r/comment', { query: { commentId: id } });
      await list.remove(id);
      changeEntity({ kind: 'card', id: cardId }, { commentCount });
      announce('The comment is deleted.');
    } catch (error) {
      const reason = error instanceof ApiProblem ? error.detail : 'Please try again.';
      queueToast({ tone: 'danger', text: `The comment was not deleted. ${reason}` });
    } finally {
      setRemoving((previous) => new Set([...previous].filter((other) => other !== id)));
    }
  };

  const loaded = new Map(
    thread.data.pages.flatMap(({ items }) => items).map((comment) => [comment.id, comment]),
  );
  const comments = [...loaded.values()].filter(({ id }) => !removing.has(id));

  return (
    <CommentSection headingRef={heading}>
      {canComment && <CommentBox key={cardId} thread={of} focus={focusBox} onPost={post} />}
      {(posting !== undefined || comments.length > 0) && (
        <ol className="comment-list">
          {posting !== undefined && (
            <li>
              <CommentItem owner={ownerOf(user)}>
                <p className="comment-text">{posting}</p>
              </CommentItem>
            </li>
          )}
          {comments.map((comment) => (
            <li key={comment.id}>
              <MemberComment
                cardId={cardId}
                comment={comment}
                onSave={(text) => save(comment.id, text)}
                onDelete={() => setDeleting(comment)}
              />
            </li>
          ))}
        </ol>
      )}
      {thread.isFetchNextPageError && <Alert tone="danger">{thread.error?.message}</Alert>}
      {(thread.hasNextPage || thread.data.pages.length > 1) && (
        <LoadMore
          shown={loaded.size}
          hasMore={thread.hasNextPage}
          busy={thread.isFetchingNextPage}
          onLoad={() => void thread.fetchNextPage()}
          label={olderLabel}
          end="These are all the comments."
        />
      )}
      {deleting && (
        <ConfirmDialog
          open
          danger
          title={
            deleting.owner.href === paths.profile(user.userId)
              ? 'Delete your comment?'
              : `Delete the comment of ${deleting.owner.name}?`
          }
          description={`“${firstWords(deleting.text, 20)}” cannot be brought back.`}
          confirmLabel="Delete"
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </CommentSection>
  );
}
