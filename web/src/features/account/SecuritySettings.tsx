import './account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { EmailSettings } from './EmailSettings.tsx';
import { FactorSettings } from './FactorSettings.tsx';
import { SessionList } from './SessionList.tsx';

/** What protects the account. */
export function SecuritySettings({ user }: { user: UserModel }) {
  return (
    <>
      <FactorSettings user={user} />
      <SessionList user={user} />
      <EmailSettings user={user} />
    </>
  );
}
