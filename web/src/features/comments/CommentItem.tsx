import type { ReactNode } from 'react';
import type { Owner } from '#features/users/owner.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';

/** The fragment of a comment's address. */
export const commentAnchor = (id: number) => `comment-${id}`;

interface CommentItemProps {
  /** Absent until the server has stored the comment, as is `createdAt`. */
  id?: number;
  owner: Owner;
  /** Nanoseconds since the epoch. */
  createdAt?: number;
  edited?: boolean;
  /** Answers a comment that is not shown. */
  answersOther?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

export function CommentItem({
  id,
  owner,
  createdAt,
  edited = false,
  answersOther = false,
  actions,
  children,
}: CommentItemProps) {
  return (
    <article
      id={id === undefined ? undefined : commentAnchor(id)}
      tabIndex={-1}
      className="comment"
      aria-busy={createdAt === undefined || undefined}
    >
      <Avatar size="sm" name={owner.name} photoUrl={owner.photoUrl} />
      <div className="comment-body">
        <p className="comment-head">
          <Link className="comment-owner" to={owner.href}>
            {owner.name}
          </Link>
          {createdAt === undefined ? 'Posting…' : <TimeAgo nanoseconds={createdAt} />}
          {edited && <span>Edited</span>}
          {answersOther && <span>Answers an older comment</span>}
        </p>
        {children}
        {actions && <div className="comment-actions">{actions}</div>}
      </div>
    </article>
  );
}
