import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { TopicList } from '#features/topics/TopicList.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Topics">
        What people can follow. A topic that is retired stays with those who chose it.
      </PageHead>
      <TopicList userId={viewer.user.userId} />
    </QueryScope>
  );
}
