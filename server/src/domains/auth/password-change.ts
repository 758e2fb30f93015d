import { findUser, type UserRow } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import type { AuthDeps } from './actions.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';
import { confirmIdentity, lockOwnAccount } from './reauthentication.ts';
import { setPassword } from './reset.ts';

export async function changePassword(
  deps: AuthDeps,
  viewer: Viewer,
  { passwd, currentPasswd }: { passwd: string; currentPasswd: string | null | undefined },
): Promise<UserRow> {
  refuseCommonPassword('passwd', passwd);
  await confirmIdentity(deps, viewer, { recentMinutes: 15, currentPasswd });
  const passwordHash = await hashPassword(passwd);
  return deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    await setPassword(tx, deps.config, account, { passwordHash, keepSession: viewer.sessionId });
    const user = await findUser(tx, viewer.userId);
    if (!user) throw new ProblemError('unauthenticated');
    return user;
  });
}
