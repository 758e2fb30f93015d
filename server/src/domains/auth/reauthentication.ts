import type { Db, Transaction } from '#db/pool.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { type AccountRow, findAccount, lockAccount } from './account-queries.ts';
import { accountKey } from './actions.ts';
import { countFailures } from './attempts.ts';
import { checkPassword } from './passwords.ts';
import { hasSession } from './session-queries.ts';

/**
 * Guards actions that a borrowed device must not perform: requires a recent sign-in or the current password. With 0
 * minutes, the password in any case. A password that is sent must be right. Wrong ones count like failed sign-ins.
 */
export async function confirmIdentity(
  { db, limiter }: { db: Db; limiter: Limiter },
  viewer: Viewer,
  {
    recentMinutes = 10,
    currentPasswd,
  }: { recentMinutes?: number; currentPasswd?: string | null | undefined },
): Promise<void> {
  if (viewer.tokenScope !== undefined) throw reauthRequired('An API token cannot do this.');
  const isRecent = Date.now() - viewer.signedInAt.getTime() < recentMinutes * 60_000;
  if (isRecent && !currentPasswd) return;
  const account = await findAccount(db, viewer.userId);
  if (!account?.password_hash) throw reauthRequired('Please sign out and in again before you do this.');
  if (!currentPasswd) throw reauthRequired('Please enter your current password.');
  const { password_hash: stored } = account;
  await countFailures(limiter, { account: accountKey(account.email) }, async () => {
    if ((await checkPassword(stored, currentPasswd)) === 'wrong') {
      throw reauthRequired('This is not your current password.');
    }
  });
}

/**
 * Locks the viewer's account. Throws if the session has ended meanwhile: what ended it must not be undone by a request
 * that began before.
 */
export async function lockOwnAccount(tx: Transaction, viewer: Viewer): Promise<AccountRow> {
  const account = await lockAccount(tx, viewer.userId);
  if (!account || !(await hasSession(tx, viewer))) throw new ProblemError('unauthenticated');
  return account;
}

function reauthRequired(message: string): ProblemError {
  return new ProblemError('reauth_required', message, { fields: [{ field: 'currentPasswd', message }] });
}
