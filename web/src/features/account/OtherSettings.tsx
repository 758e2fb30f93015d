import type { UserModel } from '@gyan/contract/users.ts';
import type { ComponentType } from 'react';
import { MutedPeople } from '#features/notices/lazy/MutedPeople.tsx';
import { NoticeSettings } from '#features/notices/lazy/NoticeSettings.tsx';
import { BioSettings } from './BioSettings.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { LicenseSettings } from './LicenseSettings.tsx';
import { NameSettings } from './NameSettings.tsx';
import { PasswordSettings } from './PasswordSettings.tsx';
import { SecuritySettings } from './SecuritySettings.tsx';
import { SocialSettings } from './SocialSettings.tsx';
import { TagSettings } from './TagSettings.tsx';
import { TokenList } from './TokenList.tsx';

const panels = {
  name: NameSettings,
  about: BioSettings,
  licence: LicenseSettings,
  password: PasswordSettings,
  security: SecuritySettings,
  social: SocialSettings,
  tags: TagSettings,
  notices: NoticeSettings,
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
      <TokenList user={user} />
      <BlockedPeople />
      <MutedPeople user={user} />
      <ExportData user={user} />
      <DeleteAccount user={user} />
    </>
  );
}
