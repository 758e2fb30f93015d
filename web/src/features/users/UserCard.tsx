import './users.css';
import type { UserModel } from '@gyan/contract/users.ts';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ownerOf } from './owner.ts';

export interface UserCardProps {
  user: UserModel;
  /** A secondary line under the name. */
  note?: ReactNode;
  /** Actions on this user. */
  actions?: ReactNode;
  /** The actions fit beside the name on any screen. */
  short?: boolean;
  /** Longer content, at full width. */
  children?: ReactNode;
}

/** A user in a list. */
export function UserCard({ user, note, actions, short = false, children }: UserCardProps) {
  const { name, href, photoUrl } = ownerOf(user);
  return (
    <div className={short ? 'user-card user-card-short' : 'user-card'}>
      <Avatar name={name} photoUrl={photoUrl} />
      <div className="user-card-text">
        <Link className="user-card-name" to={href}>
          {name}
        </Link>
        {note && <p className="user-card-note">{note}</p>}
      </div>
      {actions && <div className="user-card-actions">{actions}</div>}
      {children && <div className="user-card-more">{children}</div>}
    </div>
  );
}

/** A placeholder while the user loads. */
export function UserCardSkeleton() {
  return (
    <div className="user-card">
      <Skeleton shape="avatar" />
      <div className="user-card-text">
        <Skeleton width="half" />
      </div>
      <div className="user-card-actions">
        <Skeleton shape="button" />
      </div>
    </div>
  );
}
