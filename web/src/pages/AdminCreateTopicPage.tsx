import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { CreateTopic } from '#features/topics/CreateTopic.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Create topic">Something to be curious about, and a picture that says so.</PageHead>
      <CreateTopic userId={viewer.user.userId} />
    </QueryScope>
  );
}
