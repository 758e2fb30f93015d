import { useLocation } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';

/** Visitors report a page from here; members also from its menu. */
export function Footer() {
  const { pathname } = useLocation();
  return (
    <footer className="footer">
      <div className="footer-inner">
        <p>© 2024 Gyan</p>
        <nav aria-label="Legal">
          <Link className="link" to={paths.privacy}>
            Privacy
          </Link>
          <Link className="link" to={paths.terms}>
            Terms
          </Link>
          <Link className="link" to={paths.rules}>
            Rules
          </Link>
          <Link className="link" to={paths.report(pathname)} rel="nofollow">
            Report
          </Link>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
