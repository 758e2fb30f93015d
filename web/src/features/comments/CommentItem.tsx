import type { ReactNode } from 'react';
import type { Owner } from '#features/users/owner.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';

interface CommentItemProps {
  owner: Owner;
  /** Nanoseconds since the epoch; absent until the server has stored the comment. */
  createdAt?: number;
  edited?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

export function CommentItem({ owner, createdAt, edited = false, actions, children }: CommentItemProps) {
  return (
    <article className="comment" aria-busy={createdAt === undefined || undefined}>
      <Avatar size="sm" name={owner.name} photoUrl={owner.photoUrl} />
      <div className="comment-body">
        <p className="comment-head">
          <Link className="comment-owner" to={owner.href}>
            {owner.name}
          </Link>
          {createdAt === undefined ? 'Posting…' : <TimeAgo nanoseconds={createdAt} />}
          {edited && <span>Edited</span>}
        </p>
        {children}
        {actions && <div className="comment-actions">{actions}</div>}
      </div>
    </article>
  );
}
