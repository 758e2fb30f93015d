import { UserSearch } from '#features/admin/UserSearch.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  return (
    <QueryScope>
      <PageHead title="Role assignment" />
      <UserSearch />
    </QueryScope>
  );
}
