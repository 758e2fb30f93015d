import './notices.css';
import { Bell as BellIcon } from 'lucide-react';
import { useMember } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { shortCount } from '#lib/title.ts';
import { useWideScreen } from '#lib/use-wide-screen.ts';
import { NavLink } from '#ui/NavLink.tsx';
import { Popover } from '#ui/Popover.tsx';
import { noticePanel } from './lazy-parts.ts';
import { usePolledUnreadCount } from './unread-count.ts';

/** Opens the newest notices: in a panel on wide screens, on their own page on narrow ones. */
export function Bell() {
  const member = useMember();
  return member ? <MemberBell userId={member.userId} /> : <BellLink count={0} />;
}

function MemberBell({ userId }: { userId: number }) {
  const count = usePolledUnreadCount(userId);
  const wide = useWideScreen();
  if (!wide) return <BellLink count={count} />;
  return (
    <Popover
      label={labelFor(count)}
      title="Notices"
      className="btn-icon bell"
      panelClassName="menu-list menu-end notice-panel"
      button={<BellPicture count={count} />}
    >
      {(close) => <noticePanel.Component userId={userId} onClose={close} />}
    </Popover>
  );
}

const labelFor = (count: number) => (count === 0 ? 'Notices' : `Notices, ${count} unread`);

function BellLink({ count }: { count: number }) {
  return (
    <NavLink to={paths.notices()} className="btn btn-quiet btn-icon bell" aria-label={labelFor(count)}>
      <BellPicture count={count} />
    </NavLink>
  );
}

function BellPicture({ count }: { count: number }) {
  return (
    <>
      <BellIcon size={22} aria-hidden="true" />
      {count > 0 && (
        <span className="bell-count" aria-hidden="true">
          {shortCount(count)}
        </span>
      )}
    </>
  );
}
