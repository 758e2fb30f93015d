import type { UserModel } from '@gyan/contract/users.ts';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { BioSettings } from '#features/account/BioSettings.tsx';
import { BlockedPeople } from '#features/account/BlockedPeople.tsx';
import { DeleteAccount } from '#features/account/DeleteAccount.tsx';
import { ExportData } from '#features/account/ExportData.tsx';
import { LicenseSettings } from '#features/account/LicenseSettings.tsx';
import { NameSettings } from '#features/account/NameSettings.tsx';
import { PasswordSettings } from '#features/account/PasswordSettings.tsx';
import { PhotoSettings } from '#features/account/PhotoSettings.tsx';
import { SessionList } from '#features/account/SessionList.tsx';
import { SocialSettings } from '#features/account/SocialSettings.tsx';
import { TagSettings } from '#features/account/TagSettings.tsx';
import { MutedPeople } from '#features/notices/lazy/MutedPeople.tsx';
import { NoticeSettings } from '#features/notices/lazy/NoticeSettings.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

type Panel = ComponentType<{ user: UserModel }>;

const tabs = {
  photo: { label: 'Photo', Panel: PhotoSettings },
  name: { label: 'Name', Panel: NameSettings },
  about: { label: 'About', Panel: BioSettings },
  licence: { label: 'Licence', Panel: LicenseSettings },
  password: { label: 'Password', Panel: PasswordSettings },
  social: { label: 'Social Media', Panel: SocialSettings },
  tags: { label: 'Tags', Panel: TagSettings },
  notices: { label: 'Notices', Panel: NoticeSettings },
  account: { label: 'Account', Panel: AccountPanel },
} satisfies Record<string, { label: string; Panel: Panel }>;

type Tab = keyof typeof tabs;

const widePanels = new Set<Tab>(['notices', 'account']);

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value);

/** Tags have no tab: My Topics links to them. */
const items = Object.entries(tabs)
  .filter(([value]) => value !== 'tags')
  .map(([value, { label }]) => ({ value, label, to: paths.settingsTab(value) }));

export function Page() {
  const viewer = useViewer();
  const wanted = useSearchParams()[0].get('tab');
  if (viewer.status !== 'in') return null;
  const tab = isTab(wanted) ? wanted : 'photo';
  const { label, Panel } = tabs[tab];
  return (
    <QueryScope>
      <PageHead title="Settings" />
      <div className="settings">
        <LinkTabs label="Settings" items={items} value={tab} />
        <section
          aria-label={label}
          className={widePanels.has(tab) ? 'settings-panel-wide' : 'settings-panel'}
        >
          <Panel user={viewer.user} />
        </section>
      </div>
    </QueryScope>
  );
}

function AccountPanel({ user }: { user: UserModel }) {
  return (
    <>
      <SessionList user={user} />
      <BlockedPeople />
      <MutedPeople user={user} />
      <ExportData user={user} />
      <DeleteAccount user={user} />
    </>
  );
}
