import type { UserModel } from '@gyan/contract/users.ts';
import type { ComponentType } from 'react';
import { BioSettings } from './BioSettings.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { NameSettings } from './NameSettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SessionList } from './SessionList.tsx';
import { SocialSettings } from './SocialSettings.tsx';
import { TagSettings } from './TagSettings.tsx';

const panels = {
  name: NameSettings,
  about: BioSettings,
  password: PasswordSettings,
  social: SocialSettings,
  tags: TagSettings,
  account: AccountPanel,
} satisfies Record<string, ComponentType<{ user: UserModel }>>;

export type OtherSetting = keyof typeof panels;

/** The tabs of the settings that have forms. */
export function OtherSettings({ tab, user }: { tab: OtherSetting; user: UserModel }) {
  const Panel = panels[tab];
  return <Panel user={user} />;
}

function AccountPanel({ user }: { user: UserModel }) {
  return (
    <>
      <SessionList user={user} />
      <BlockedPeople />
      <ExportData user={user} />
      <DeleteAccount user={user} />
    </>
  );
}
