import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { rovingTarget } from '#ui/roving.ts';
import { SkeletonGroup } from '#ui/Skeleton.tsx';
import { NoticeItemSkeleton } from '../NoticeSkeletons.tsx';
import { useUnreadCount } from '../unread-count.ts';
import { notices, panelSize, useMarkRead } from './api.ts';
import { NoticeItem } from './NoticeItem.tsx';

interface NoticePanelProps {
  userId: number;
  /** Closes the panel and returns the focus to the bell. */
  onClose: () => void;
}

/** The newest notices, opened by the bell. */
export function NoticePanel(props: NoticePanelProps) {
  return (
    <QueryScope>
      <Panel {...props} />
    </QueryScope>
  );
}

function Panel({ userId, onClose }: NoticePanelProps) {
  const unread = useUnreadCount();
  const markRead = useMarkRead(userId);
  const list = useRef<HTMLDivElement>(null);
  // Keys pressed on the panel around it would not arrive here.
  useEffect(() => list.current?.focus(), []);

  /** Arrow keys, Home and End move between the notices; Tab reaches everything. */
  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.notice-link') ?? [])];
    const here = document.activeElement;
    const at = links.findIndex((link) => link === here || link.closest('article')?.contains(here));
    const target = rovingTarget(event.key, at, links.length, 'vertical');
    if (target === undefined) return;
    event.preventDefault();
    links[target]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside have the focus
    <div ref={list} tabIndex={-1} className="notice-panel-body" onKeyDown={move}>
      <div className="notice-panel-head">
        <h2>Notices</h2>
        <Button
          size="sm"
          variant="quiet"
          aria-disabled={unread === 0 || undefined}
          onClick={unread === 0 ? undefined : () => markRead.mutate(undefined)}
        >
          Mark all as read
        </Button>
      </div>
      <Newest userId={userId} onOpen={(noticeId) => markRead.mutate(noticeId)} onLeave={onClose} />
      <Link className="notice-panel-all" to={paths.notices()} onClick={onClose}>
        See all
      </Link>
    </div>
  );
}

interface NewestProps {
  userId: number;
  onOpen: (noticeId: number) => void;
  onLeave: () => void;
}

function Newest({ userId, onOpen, onLeave }: NewestProps) {
  const query = useInfiniteQuery(notices(userId));
  if (query.isPending) {
    return (
      <SkeletonGroup className="notice-list">
        {Array.from({ length: panelSize }, (_, place) => (
          <NoticeItemSkeleton key={place} />
        ))}
      </SkeletonGroup>
    );
  }
  if (query.data === undefined) {
    return (
      <div className="notice-panel-error">
        <QueryError query={query} />
      </div>
    );
  }
  const newest = query.data.pages.flatMap(({ noticeModelVec }) => noticeModelVec).slice(0, panelSize);
  if (newest.length === 0) {
    return (
      <EmptyState icon={<Bell size={32} aria-hidden="true" />} title="Nothing yet">
        Likes, comments and requests of other people come here.
      </EmptyState>
    );
  }
  return (
    <ul className="notice-list" aria-label="Newest notices">
      {newest.map((notice) => (
        <li key={notice.noticeId}>
          <NoticeItem
            notice={notice}
            onRead={() => {
              if (notice.unread) onOpen(notice.noticeId);
            }}
            onOpen={onLeave}
          />
        </li>
      ))}
    </ul>
  );
}
