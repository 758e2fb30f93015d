import '../notices.css';
import type { NoticeKind, NoticeModel } from '@gyan/contract/notices.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import {
  AtSign,
  Award,
  Bell,
  Brain,
  Check,
  FilePen,
  Heart,
  Mail,
  MessageCircle,
  PenLine,
  ShieldAlert,
  UserCheck,
  UserPlus,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { useConnectionAction } from '#features/connections/api.ts';
import { connectionStateOf } from '#features/connections/connection-state.ts';
import { ownerOf } from '#features/users/owner.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { askUnreadCount } from '../unread-count.ts';

const icons: Record<NoticeKind, ComponentType<{ size: number; 'aria-hidden': 'true' }>> = {
  like: Heart,
  comment: MessageCircle,
  mention: AtSign,
  connection_request: UserPlus,
  connection_accepted: UserCheck,
  invitation_accepted: Mail,
  card_in_followed: Bell,
  great: Award,
  moderation: ShieldAlert,
  creator_access: PenLine,
  review_due: Brain,
  remix: FilePen,
};

interface NoticeItemProps {
  notice: NoticeModel;
  /** The notice was opened, also in another tab. */
  onRead: () => void;
  /** It was opened in this tab. */
  onOpen?: () => void;
}

/** One notice: who, what, when, and the way there. */
export function NoticeItem({ notice, onRead, onOpen }: NoticeItemProps) {
  const { kind, actorVec, text, href, createdAt } = notice;
  const Icon = icons[kind];
  const [actor] = actorVec;
  // The server removes the notice of an accepted request; until then it counts as read.
  const unread = notice.unread && !(notice.connectionReqId && actor?.connected);
  const owner = actor && ownerOf(actor);
  return (
    <article className="notice-item" data-unread={unread || undefined}>
      <span className="notice-face">
        {owner ? (
          <>
            <Avatar size="sm" name={owner.name} photoUrl={owner.photoUrl} />
            <span className="notice-kind">
              <Icon size={14} aria-hidden="true" />
            </span>
          </>
        ) : (
          <span className="notice-icon">
            <Icon size={20} aria-hidden="true" />
          </span>
        )}
      </span>
      <div className="notice-text">
        <Link
          className="notice-link"
          to={href}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            onRead();
            if (!ctrlKey && !metaKey && !shiftKey) onOpen?.();
          }}
          // The middle button opens it in another tab.
          onAuxClick={({ button }) => {
            if (button === 1) onRead();
          }}
        >
          {unread && <span className="sr-only">Unread: </span>}
          {text}
        </Link>
        <p className="notice-time">
          <TimeAgo nanoseconds={createdAt} />
          {unread && (
            <span className="notice-new" aria-hidden="true">
              New
            </span>
          )}
        </p>
        {notice.connectionReqId !== undefined && actor && <Accept user={actor} />}
      </div>
    </article>
  );
}

/** Accepts a connection request in place. */
function Accept({ user }: { user: UserModel }) {
  const { mutate, isPending } = useConnectionAction();
  const state = connectionStateOf(user);
  const name = displayName(user);
  if (state === 'connected') {
    return (
      <p className="notice-done">
        <Check size={18} aria-hidden="true" />
        You and {name} are connected.
      </p>
    );
  }
  if (state !== 'received') return null;
  return (
    <div className="notice-accept">
      <Button
        size="sm"
        variant="primary"
        busy={isPending}
        onClick={({ currentTarget }) => {
          // The button unmounts.
          currentTarget.closest('article')?.querySelector('a')?.focus();
          mutate({ user, action: 'accept' }, { onSuccess: () => void askUnreadCount() });
        }}
      >
        Accept<span className="sr-only"> the request of {name}</span>
      </Button>
    </div>
  );
}
