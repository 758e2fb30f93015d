import type { UserModel } from '@gyan/contract/users.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { RoleControl } from './RoleControl.tsx';

/** What admins can do with a user in a list. */
export function AdminActions({ user }: { user: UserModel }) {
  return (
    <>
      <RoleControl user={user} />
      <ButtonLink size="sm" variant="quiet" to={paths.userRecord(user.userId)}>
        Record
      </ButtonLink>
    </>
  );
}
