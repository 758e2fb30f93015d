import { EditChains } from '#features/chains/lazy/EditChains.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Edit Chains">
        Drag a row by its handle, or use its arrows. My Chains shows them in this order.
      </PageHead>
      <EditChains userId={viewer.user.userId} />
    </QueryScope>
  );
}
