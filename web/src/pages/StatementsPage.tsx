import '#features/account/account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { DeleteAccount } from '#features/account/DeleteAccount.tsx';
import { ExportData } from '#features/account/ExportData.tsx';
import { statements } from '#features/moderation/lazy/api.ts';
import { OwnReports } from '#features/moderation/lazy/OwnReports.tsx';
import { StatementList } from '#features/moderation/lazy/StatementList.tsx';
import { useMember } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Alert } from '#ui/Alert.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const tabs = [
  { value: 'decisions', label: 'About me', to: paths.statements() },
  { value: 'reports', label: 'My reports', to: paths.statements('reports') },
];

export function Page() {
  const member = useMember();
  if (!member) return null;
  return (
    <QueryScope>
      <PageHead title="Decisions" />
      <Decisions key={member.userId} member={member} />
    </QueryScope>
  );
}

function Decisions({ member }: { member: UserModel }) {
  const { userId } = member;
  const tab = useSearchParams()[0].get('tab') === 'reports' ? 'reports' : 'decisions';
  const isSuspended = useInfiniteQuery(statements(userId)).data?.pages[0]?.suspended === true;
  if (isSuspended) return <WhileSuspended member={member} />;
  return (
    <>
      <LinkTabs label="Which decisions" value={tab} items={tabs} />
      <div className="tab-panel measure">
        {tab === 'reports' ? <OwnReports userId={userId} /> : <StatementList userId={userId} />}
      </div>
    </>
  );
}

/** All that a suspended user can do. */
function WhileSuspended({ member }: { member: UserModel }) {
  return (
    <div className="measure stack stack-lg">
      <Alert title="Your account is suspended">
        You can read the reasons here, appeal, and export or delete your account.
      </Alert>
      <StatementList userId={member.userId} />
      <div className="settings-panel-wide">
        <ExportData user={member} />
        <DeleteAccount user={member} />
      </div>
    </div>
  );
}
