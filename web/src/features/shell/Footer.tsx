import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';

export function Footer() {
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
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
