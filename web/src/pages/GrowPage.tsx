import { useSearchParams } from 'react-router';
import { DoneButton } from '#features/auth/DoneButton.tsx';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { ConnectTab } from '#features/invitations/ConnectTab.tsx';
import { InviteTab } from '#features/invitations/InviteTab.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { PeopleSearch } from '#features/users/lazy/PeopleSearch.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const tabs = {
  invite: { label: 'Invite', Panel: InviteTab },
  connect: { label: 'Connect', Panel: ConnectTab },
  search: { label: 'Search', Panel: SearchTab },
};

type Tab = keyof typeof tabs;

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value);

const items = Object.entries(tabs).map(([value, { label }]) => ({ value, label, to: paths.growTab(value) }));

export function Page() {
  const wanted = useSearchParams()[0].get('tab');
  const tab = isTab(wanted) ? wanted : 'invite';
  const { label, Panel } = tabs[tab];
  return (
    <QueryScope>
      <div className="grow-head">
        <PageHead title="Grow">
          Gyan is better in company: tell the people you like to learn with that you are here.
        </PageHead>
        <DoneButton step="invite" />
      </div>
      <div className="stack stack-xl">
        <LinkTabs label="Grow" items={items} value={tab} />
        <section aria-label={label}>
          <Panel />
        </section>
      </div>
    </QueryScope>
  );
}

function SearchTab() {
  return (
    <PeopleSearch label="Search for users to connect" pathFor={paths.growSearch} Actions={ConnectionButton} />
  );
}
