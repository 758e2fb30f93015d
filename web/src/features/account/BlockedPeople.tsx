import './account.css';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

/** Shown in the settings too, where users look for it first. */
export function BlockedPeople() {
  return (
    <section aria-labelledby="blocked">
      <h2 id="blocked">Blocked people</h2>
      <p className="quiet">
        Neither of you sees anything of the other. You block somebody on their own page.
      </p>
      <Link className="link" to={paths.networkTab('blocked')}>
        People you have blocked
      </Link>
    </section>
  );
}
