import { useLocation } from 'react-router';
import { useViewer } from '#features/session/store.ts';
import { WhenSignedOut } from '#features/session/WhenViewer.tsx';
import { paths, patterns } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';
import { NavLink } from '#ui/NavLink.tsx';
import { LogoMark } from './Logo.tsx';
import { memberNav } from './lazy-parts.ts';
import { cards, chains, subjects } from './places.ts';
import { SearchBox } from './SearchBox.tsx';

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
        <MemberSide />
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
  const here = pathname === paths.landing ? undefined : pathname + search;
  // The sign-in page keeps its own `returnUrl`.
  const login = pathname === patterns.login ? pathname + search : paths.login(here);
  return (
    <>
      <nav className="topbar-nav topbar-content" aria-label="Main">
        {[cards, chains, subjects].map(({ label, to, Icon }) => (
          <NavLink key={to} to={to} className="btn btn-quiet topbar-place">
            <Icon size={20} />
            {label}
          </NavLink>
        ))}
      </nav>
      <nav className="topbar-nav" aria-label="Account">
        <ButtonLink variant="quiet" to={login}>
          Login
        </ButtonLink>
        <ButtonLink variant="primary" to={paths.register}>
          Register
        </ButtonLink>
      </nav>
    </>
  );
}

const asRendered = { __html: '' };

function MemberSide() {
  const { status } = useViewer();
  if (status === 'out') return null;
  if (status === 'unknown' && !memberNav.isLoaded()) {
    // Visitors do not load the module. An empty innerHTML keeps the server's markup during hydration.
    return <div className="when-in" suppressHydrationWarning dangerouslySetInnerHTML={asRendered} />;
  }
  return (
    <div className="when-in" key="member">
      <memberNav.Component />
    </div>
  );
}
