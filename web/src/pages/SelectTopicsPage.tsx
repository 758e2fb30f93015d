import { DoneButton } from '#features/auth/DoneButton.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { useMyTopics } from '#features/topics/api.ts';
import { TopicTable } from '#features/topics/TopicTable.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { SaveState } from '#ui/SaveState.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Choose topics">
        What are you curious about? New cards about the topics you choose come into your feed.
      </PageHead>
      <Choice userId={viewer.user.userId} />
    </QueryScope>
  );
}

function Choice({ userId }: { userId: number }) {
  const mine = useMyTopics(userId);
  const count = mine.items?.length;
  return (
    <>
      <TopicTable userId={userId} mine={mine} />
      <div className="topic-foot">
        <div className="topic-count">
          <output>{count === undefined ? '' : count === 0 ? 'None chosen yet' : `${count} chosen`}</output>
          <SaveState state={mine.saving} />
        </div>
        <DoneButton step="topics" />
      </div>
    </>
  );
}
