import { Brain, ChevronDown, Flame, House, Sprout, SquarePlus } from 'lucide-react';
import { Bell } from '#features/notices/Bell.tsx';
import { useRefreshUser } from '#features/session/refresh.ts';
import { useViewer } from '#features/session/store.ts';
import { ownerOf } from '#features/users/owner.ts';
import { paths } from '#lib/paths.ts';
import { useWideScreen } from '#lib/use-wide-screen.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Menu } from '#ui/Menu.tsx';
import { NavLink } from '#ui/NavLink.tsx';
import { useTheme } from '#ui/theme.ts';
import { accountMenu, trendingMenu } from './menus.tsx';

const places = [
  { label: 'Home', to: paths.feed, Icon: House },
  { label: 'Learn', to: paths.learn, Icon: Brain },
  { label: 'Grow', to: paths.grow, Icon: Sprout },
  { label: 'Create', to: paths.createCard, Icon: SquarePlus },
];

/** The top bar's links for signed-in users. On narrow screens the bottom bar and the account menu have the places. */
export function MemberNav() {
  const viewer = useViewer();
  const user = viewer.status === 'in' ? viewer.user : undefined;
  const wide = useWideScreen();
  const theme = useTheme();
  useRefreshUser();
  return (
    <nav className="topbar-nav" aria-label="Main">
      {places.map(({ label, to, Icon }) => (
        <NavLink key={to} to={to} className="btn btn-quiet topbar-place">
          <Icon size={20} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <Menu groups={trendingMenu(user)} align="end" className="topbar-place">
        <Flame size={20} aria-hidden="true" />
        Trending
      </Menu>
      <Bell />
      <Menu groups={accountMenu(user, { wide, theme })} align="end" className="topbar-account">
        {user ? (
          <Avatar {...ownerOf(user)} size="xs" className="topbar-avatar" />
        ) : (
          <span className="avatar avatar-xs topbar-avatar" />
        )}
        <span className="first-name">
          {user ? (user.firstName ?? 'Me') : <span className="sr-only">Account</span>}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </Menu>
    </nav>
  );
}
