import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
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
