import './admin.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { PeopleSearch } from '#features/users/lazy/PeopleSearch.tsx';
import { paths } from '#lib/paths.ts';
import { AdminActions } from './AdminActions.tsx';

/** Finds users by name, to assign a role or to connect. */
export function UserSearch() {
  return <PeopleSearch label="Search for users" pathFor={paths.adminSearch} Actions={UserActions} />;
}

function UserActions({ user }: { user: UserModel }) {
  return (
    <div className="user-actions">
      <AdminActions user={user} />
      <ConnectionButton user={user} />
    </div>
  );
}
