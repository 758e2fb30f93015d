import './account.css';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';

/** Who looks for a block looks among the settings first; the list itself is part of the network. */
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
