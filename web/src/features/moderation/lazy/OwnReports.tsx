import '../moderation.css';
import type { Act, CaseState } from '@gyan/contract/moderation.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '#lib/PagedList.tsx';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { useHashTarget } from '#lib/use-hash-target.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { kindNames, rules } from '../texts.ts';
import { ownReports } from './api.ts';

function outcomeText(state: CaseState, outcome: Act | null | undefined): string {
  if (outcome == null) return state === 'closed' ? 'It was looked at.' : 'An admin will look at it.';
  return outcome === 'dismiss'
    ? 'An admin found no breach of the rules.'
    : 'An admin found a breach of the rules and acted on it.';
}

/** What became of the viewer's reports. */
export function OwnReports({ userId }: { userId: number }) {
  const query = useInfiniteQuery(ownReports(userId));
  useHashTarget(query);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.reportModelVec}
      keyOf={({ reportId }) => reportId}
      label="My reports"
      outline={<Skeleton width="wide" />}
      empty={
        <EmptyState title="No reports">
          When you report something, you find here what became of it.
        </EmptyState>
      }
      end="These are all your reports."
    >
      {({ reportId, object, reason, text, createdAt, state, outcome }) => (
        <article id={`report-${reportId}`} tabIndex={-1} className="linked-item">
          <h2 className="statement-title">{object.title || `A ${kindNames[object.kind]}`}</h2>
          <p className="meta">
            {rules[reason].name} · <TimeAgo nanoseconds={createdAt} />
          </p>
          {text && <p className="act-text">{text}</p>}
          <p>{outcomeText(state, outcome)}</p>
        </article>
      )}
    </PagedList>
  );
}
