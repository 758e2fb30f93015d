import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { EditSubjects } from '#features/subjects/lazy/EditSubjects.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Edit Subjects">
        Drag a row by its handle, or use its arrows. My Subjects shows them in this order.
      </PageHead>
      <EditSubjects userId={viewer.user.userId} />
    </QueryScope>
  );
}
