import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useRef, useState } from 'react';
import { changeEntity } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { firstWords } from '#features/tiles/text.ts';
import { ownerOf } from '#features/users/owner.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { CommentBox, type NewComment } from './CommentBox.tsx';
import { CommentItem, commentAnchor } from './CommentItem.tsx';
import { CommentSection } from './CommentSection.tsx';
import { CommentText } from './CommentText.tsx';
import { type CommentView, commentView } from './comment-view.ts';
import { groupAnswers } from './group-answers.ts';
import { MemberComment } from './MemberComment.tsx';
import { mentionText } from './mentions.ts';
import { olderLabel } from './older-comments.ts';
import { useThread, useThreadWrites } from './thread.ts';
import { useNamedComment } from './use-named-comment.ts';

interface CommentThreadProps {
  user: UserModel;
  cardId: number;
  first: PageOf<CommentView>;
  /** When the first page was fetched. */
  at: number;
  canComment: boolean;
  focusBox: boolean;
}

/** Returns whether the comment is shown. */
function focusComment(id: number): boolean {
  const comment = document.getElementById(commentAnchor(id));
  comment?.focus();
  return comment !== null;
}

/** A comment on its way to the server, and the comment it is shown beneath. */
interface Posting extends NewComment {
  beneath?: number | undefined;
}

/** The comments for a signed-in user. */
export function CommentThread({ user, cardId, first, at, canComment, focusBox }: CommentThreadProps) {
  const of = { userId: user.userId, cardId };
  const thread = useThread(of, first, at);
  const list = useThreadWrites(of);
  const heading = useRef<HTMLHeadingElement>(null);
  const [posting, setPosting] = useState<Posting>();
  const [answering, setAnswering] = useState<CommentView>();
  const [deleting, setDeleting] = useState<CommentView>();
  const [removing, setRemoving] = useState<ReadonlySet<number>>(new Set());
  useNamedComment(thread);
  const answeringNow = useRef<CommentView>(undefined);
  useEffect(() => {
    answeringNow.current = answering;
  }, [answering]);
  const focusNext = useRef<number>(undefined);
  useEffect(() => {
    if (focusNext.current !== undefined && focusComment(focusNext.current)) focusNext.current = undefined;
  });
  const loaded = new Map(
    thread.data.pages.flatMap(({ items }) => items).map((comment) => [comment.id, comment]),
  );

  const post = async (comment: NewComment, idempotencyKey: string, answerTo?: CommentView) => {
    setPosting({ ...comment, beneath: answerTo && topOf(answerTo) });
    try {
      const body = { postId: cardId, rawText: comment.text, answerTo: answerTo?.id };
      const { commentModel, commentCount } = await api('POST /r/comment', { body, idempotencyKey });
      await list.add(commentView(commentModel));
      changeEntity({ kind: 'card', id: cardId }, { commentCount });
      announce(answerTo ? 'Your answer is posted.' : 'Your comment is posted.');
      // Another box may have been opened meanwhile.
      if (answerTo && answeringNow.current?.id === answerTo.id) {
        setAnswering(undefined);
        // The box unmounts.
        focusNext.current = commentModel.id;
      }
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
      queueToast({ tone: 'danger', text: `The comment was not deleted. ${reasonOf(error)}` });
    } finally {
      setRemoving((previous) => new Set([...previous].filter((other) => other !== id)));
    }
  };

  const comments = [...loaded.values()].filter(({ id }) => !removing.has(id));

  /** The comment that an answer is shown beneath, also an answer to an answer. */
  const topOf = ({ id, answerTo }: CommentView) =>
    answerTo !== undefined && loaded.has(answerTo) ? answerTo : id;

  const pending = posting && (
    <li>
      <CommentItem owner={ownerOf(user)}>
        <CommentText {...posting} />
      </CommentItem>
    </li>
  );
  const shown = (comment: CommentView, answersOther = false) => (
    <MemberComment
      cardId={cardId}
      comment={comment}
      answersOther={answersOther}
      onSave={(text) => save(comment.id, text)}
      onDelete={() => setDeleting(comment)}
      onAnswer={canComment ? () => setAnswering(comment) : undefined}
    />
  );
  const closeAnswer = () => {
    setAnswering(undefined);
    if (answering) focusComment(answering.id);
  };

  return (
    <CommentSection headingRef={heading}>
      {canComment && (
        <CommentBox
          key={cardId}
          cardId={cardId}
          draftName={`comment of ${user.userId} on card ${cardId}`}
          label="Add a comment"
          submitLabel="Comment"
          focus={focusBox}
          onPost={post}
        />
      )}
      {(posting !== undefined || comments.length > 0) && (
        <ol className="comment-list">
          {posting?.beneath === undefined && pending}
          {groupAnswers(comments).map(({ comment, answers }) => (
            <li key={comment.id}>
              {shown(comment, comment.answerTo !== undefined)}
              {(answers.length > 0 || posting?.beneath === comment.id) && (
                <ol className="comment-answers">
                  {answers.map((answer) => (
                    <li key={answer.id}>{shown(answer)}</li>
                  ))}
                  {posting?.beneath === comment.id && pending}
                </ol>
              )}
              {answering && topOf(answering) === comment.id && (
                <CommentBox
                  key={answering.id}
                  cardId={cardId}
                  draftName={`answer of ${user.userId} to comment ${answering.id}`}
                  label={`Your answer to ${answering.owner.name}`}
                  submitLabel="Reply"
                  focus
                  onPost={(text, intent) => post(text, intent, answering)}
                  onCancel={closeAnswer}
                />
              )}
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
          description={`“${firstWords(mentionText(deleting.text, deleting.mentions), 20)}” cannot be brought back.`}
          confirmLabel="Delete"
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </CommentSection>
  );
}
