import { useSearchParams } from 'react-router';
import { AuditList, SignInList } from '#features/admin/AuditList.tsx';
import { peopleOfRole } from '#features/admin/api.ts';
import { FeedbackList } from '#features/admin/FeedbackList.tsx';
import { PeopleList } from '#features/admin/PeopleList.tsx';
import { RequestList } from '#features/admin/RequestList.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const labels = {
  admins: 'Admins',
  creators: 'Creators',
  requests: 'Creator requests',
  feedback: 'Feedback',
  activity: 'Activity',
  signins: 'Sign-ins',
};

type Tab = keyof typeof labels;

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(labels, value);

const items = Object.entries(labels).map(([value, label]) => ({
  value,
  label,
  to: paths.adminUsersTab(value),
}));

export function Page() {
  const wanted = useSearchParams()[0].get('tab');
  const tab = isTab(wanted) ? wanted : 'admins';
  return (
    <QueryScope>
      <PageHead title="Users with role assignments" />
      <div className="stack stack-lg">
        <LinkTabs label="Lists" items={items} value={tab} />
        <section aria-label={labels[tab]}>
          <List tab={tab} />
        </section>
      </div>
    </QueryScope>
  );
}

function List({ tab }: { tab: Tab }) {
  if (tab === 'requests') return <RequestList />;
  if (tab === 'feedback') return <FeedbackList />;
  if (tab === 'activity') return <AuditList />;
  if (tab === 'signins') return <SignInList />;
  const role = tab === 'admins' ? 'kAdmin' : 'kCreator';
  return (
    <PeopleList
      // Each list has its own dialog and error state.
      key={role}
      query={peopleOfRole(role)}
      label={labels[tab]}
      empty={
        <EmptyState
          title={`${labels[tab]} not found.`}
          action={<ButtonLink to={paths.adminSearchUsers}>Search for users</ButtonLink>}
        />
      }
    />
  );
}
