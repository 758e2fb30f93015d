import { useParams } from 'react-router';
import { RoleControl } from '#features/admin/RoleControl.tsx';
import { UserRecord } from '#features/moderation/lazy/UserRecord.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';

export function Page() {
  const userId = Number(useParams().id);
  return (
    <QueryScope>
      <PageHead title="User record" />
      <div className="measure">
        <UserRecord key={userId} userId={userId} renderRole={(user) => <RoleControl user={user} />} />
      </div>
    </QueryScope>
  );
}
