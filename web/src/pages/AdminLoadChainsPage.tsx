import { LoadChains } from '#features/admin/LoadChains.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  return (
    <QueryScope>
      <PageHead title="Load Chains">
        Brings whole chains in from a file: new ones are made, those with the same title are brought up to
        date.
      </PageHead>
      <LoadChains />
    </QueryScope>
  );
}
