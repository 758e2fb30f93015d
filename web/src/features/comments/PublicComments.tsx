import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { api } from '#features/session/actions.ts';
import { useViewer } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { type PageOf, usePages } from '#lib/use-pages.ts';
import { Alert } from '#ui/Alert.tsx';
import { Link } from '#ui/Link.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { CommentItem } from './CommentItem.tsx';
import { CommentSection } from './CommentSection.tsx';
import { CommentText } from './CommentText.tsx';
import { type CommentView, commentPage } from './comment-view.ts';
import { groupAnswers } from './group-answers.ts';
import { olderLabel, olderPageSize } from './older-comments.ts';

interface PublicCommentsProps {
  cardId: number;
  first: PageOf<CommentView>;
}

/** The comments for visitors, with an invitation to sign in instead of the comment box. */
export function PublicComments({ cardId, first }: PublicCommentsProps) {
  const load = useCallback(
    async (cursor: string) => {
      const query = { postId: cardId, limit: olderPageSize, cursor };
      const { commentModelVec, nextCursor } = await api('GET /comments', { query });
      return commentPage(commentModelVec, nextCursor);
    },
    [cardId],
  );
  const { items, hasMore, busy, problem, loadMore } = usePages(`comments ${cardId}`, first, load);
  return (
    <CommentSection>
      <Invitation />
      {items.length > 0 && (
        <ol className="comment-list">
          {groupAnswers(items).map(({ comment, answers }) => (
            <li key={comment.id}>
              <Comment {...comment} />
              {answers.length > 0 && (
                <ol className="comment-answers">
                  {answers.map((answer) => (
                    <li key={answer.id}>
                      <Comment {...answer} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      )}
      {problem && <Alert tone="danger">{problem.detail}</Alert>}
      {(hasMore || items.length > first.items.length) && (
        <LoadMore
          shown={items.length}
          hasMore={hasMore}
          busy={busy}
          onLoad={() => void loadMore()}
          label={olderLabel}
          end="These are all the comments."
        />
      )}
    </CommentSection>
  );
}

const Comment = ({ id, text, mentions, owner, createdAt, edited }: CommentView) => (
  <CommentItem id={id} owner={owner} createdAt={createdAt} edited={edited}>
    <CommentText text={text} mentions={mentions} />
  </CommentItem>
);

/** Shown instead of the comment box. */
function Invitation() {
  const { pathname, search } = useLocation();
  const viewer = useViewer();
  if (viewer.status === 'in') {
    if (viewer.user.emailVerified !== false) return <div className="comment-box-skeleton" />;
    return (
      <p className="comment-invitation">
        <Link className="link" to={paths.verifyEmail}>
          Confirm your e-mail address
        </Link>{' '}
        to like this card and to say something about it.
      </p>
    );
  }
  return (
    <>
      <div className="when-out">
        <p className="comment-invitation">
          <Link className="link" to={paths.login(pathname + search)}>
            Sign in
          </Link>{' '}
          to like this card and to say something about it.
        </p>
      </div>
      {viewer.status === 'unknown' && (
        <div className="when-in">
          <div className="comment-box-skeleton" />
        </div>
      )}
    </>
  );
}
