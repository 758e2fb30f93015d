import { ChevronDown, Flame, House, Sprout, SquarePlus } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import { useViewer } from '#features/session/store.ts';
import { WhenSignedIn, WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { patterns, paths, safeReturnUrl } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Menu } from '#ui/Menu.tsx';
import { LogoMark } from './Logo.tsx';
import { accountMenu, trendingMenu } from './menus.ts';
import { SearchBox } from './SearchBox.tsx';

const places = [
  { label: 'Home', to: paths.feed, Icon: House },
  { label: 'Grow', to: paths.grow, Icon: Sprout },
  { label: 'Create', to: paths.createCard, Icon: SquarePlus },
];

export function TopBar() {
  const { pathname } = useLocation();
  return (
    <header className="topbar">
      <div className="topbar-inner">
        <Brand />
        {pathname === patterns.search ? <div className="topbar-search" /> : <SearchBox />}
        <WhenSignedOut>
          <VisitorNav />
        </WhenSignedOut>
        <WhenSignedIn>
          <MemberNav />
        </WhenSignedIn>
      </div>
    </header>
  );
}

function Brand() {
  const viewer = useViewer();
  return (
    <Link className="brand" to={viewer.status === 'in' ? paths.feed : paths.landing}>
      <LogoMark />
      <span className="brand-name">Gyan</span>
    </Link>
  );
}

function VisitorNav() {
  const { pathname, search } = useLocation();
  const here = safeReturnUrl(pathname + search, paths.landing);
  return (
    <nav className="topbar-nav" aria-label="Account">
      <ButtonLink variant="quiet" to={paths.login(here === paths.landing ? undefined : here)}>
        Login
      </ButtonLink>
      <ButtonLink variant="primary" to={paths.register}>
        Register
      </ButtonLink>
    </nav>
  );
}

function MemberNav() {
  const viewer = useViewer();
  const user = viewer.status === 'in' ? viewer.user : undefined;
  return (
    <nav className="topbar-nav" aria-label="Main">
      {places.map(({ label, to, Icon }) => (
        <NavLink key={to} to={to} className="btn btn-quiet topbar-place">
          <Icon size={20} aria-hidden="true" />
          <span className="topbar-label">{label}</span>
        </NavLink>
      ))}
      <Menu groups={trendingMenu(user)} align="end" className="topbar-place">
        <Flame size={20} aria-hidden="true" />
        <span className="topbar-label">Trending</span>
      </Menu>
      <Menu groups={accountMenu(user)} align="end" className="topbar-account">
        <span className="first-name">{user && (user.firstName ?? 'Me')}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </Menu>
    </nav>
  );
}
