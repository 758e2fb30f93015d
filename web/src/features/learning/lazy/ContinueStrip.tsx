import '../learning.css';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Brain } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { progressText } from '../progress-text.ts';
import { continueHref, placeText } from '../study-view.ts';
import { aboutMinutes } from '../time-text.ts';
import { learningOverview } from './queries.ts';

/** On the feed: where reading stopped, and today's review. It has the same height before and after it is loaded. */
export function ContinueStrip({ userId }: { userId: number }) {
  const { data } = useQuery(learningOverview(userId));
  const last = data?.continueVec[0];
  return (
    <nav className="continue-strip" aria-label="Learn">
      {last && (
        <Link className="continue-link" to={continueHref(last)}>
          <BookOpen size={20} aria-hidden="true" />
          <span className="continue-link-text">
            Continue <strong>{last.title}</strong>
            <span className="continue-place"> · {placeText(last) ?? progressText(last)}</span>
          </span>
        </Link>
      )}
      {data && data.dueMinutes > 0 && (
        <Link className="continue-link continue-review" to={paths.review}>
          <Brain size={20} aria-hidden="true" />
          <span>
            Review<span className="continue-review-minutes"> · {aboutMinutes(data.dueMinutes)}</span>
          </span>
        </Link>
      )}
      {data && !last && data.dueMinutes === 0 && (
        <Link className="continue-link" to={paths.learn}>
          <Brain size={20} aria-hidden="true" />
          <span className="continue-link-text">Learn: remember what you read</span>
        </Link>
      )}
    </nav>
  );
}
