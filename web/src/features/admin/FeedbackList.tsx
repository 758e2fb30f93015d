import './admin.css';
import type { FeedbackModel } from '@gyan/contract/feedback.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '#lib/PagedList.tsx';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { feedbackReceived } from './api.ts';

/** Feedback from users, newest first. */
export function FeedbackList() {
  return (
    <PagedList
      query={useInfiniteQuery(feedbackReceived())}
      itemsOf={(page) => page.feedbackModelVec}
      keyOf={(entry) => entry.id}
      label="Feedback"
      outline={<Skeleton width="wide" />}
      empty={
        <EmptyState title="No feedback yet">What people write on the landing page shows here.</EmptyState>
      }
    >
      {(entry) => <Entry entry={entry} />}
    </PagedList>
  );
}

function Entry({ entry: { kind, name, emailId, feedback, createdAt } }: { entry: FeedbackModel }) {
  return (
    <div className="feedback-entry">
      <p className="feedback-from">
        <Tag tone={kind === 'contact' ? 'accent' : 'plain'}>
          {kind === 'contact' ? 'Contact' : 'Feedback'}
        </Tag>
        <strong>{name ?? 'Somebody'}</strong>
        {emailId && <span>{emailId}</span>}
        <span className="meta">
          <TimeAgo nanoseconds={createdAt} />
        </span>
      </p>
      <blockquote className="quoted-message">{feedback}</blockquote>
    </div>
  );
}
