import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { PageHead } from './PageHead.tsx';

export const NoticesHead = () => (
  <PageHead title="Notices">
    What others did with your cards, and what is new in what you follow.
    <br />
    <Link className="link" to={paths.settingsTab('notices')}>
      Choose what you hear of
    </Link>
  </PageHead>
);
