import type { Transaction } from '#db/pool.ts';
import { deleteTicketsOf } from '#domains/factors/ticket-queries.ts';
import { receiveInvitations } from '#domains/invitations/receive-invitations.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget } from '#domains/mail/budget.ts';
import { emailLink, passwordChangedEmail, passwordResetEmail } from '#domains/mail/emails.ts';
import { deleteTokensOf } from '#domains/tokens/queries.ts';
import { enqueue } from '#jobs/queue.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import {
  type AccountRow,
  findAccountByEmail,
  lockAccount,
  markVerified,
  replacePassword,
} from './account-queries.ts';
import {
  type AuthDeps,
  accountKey,
  type BegunSignIn,
  beginSession,
  type Origin,
  type SignedInPerson,
} from './actions.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';
import { tokenInvalid } from './registration.ts';
import { deleteRegistrationsOf } from './registration-queries.ts';
import { deleteResetOf, findResetter, putReset, takeReset } from './reset-queries.ts';
import { deleteSessionsOf } from './session-queries.ts';

/** Only the job looks up the address, so neither the answer nor its timing tells whether it is known. */
export async function requestReset({ db, limiter }: AuthDeps, email: string): Promise<void> {
  await limiter.consume('resetAndResend', 'account', accountKey(email));
  await enqueue(db, 'auth.reset', { email });
}

export async function sendReset(
  { db, config }: Pick<AuthDeps, 'db' | 'config'>,
  email: string,
): Promise<void> {
  const known = await findAccountByEmail(db, email);
  if (!known) return;
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, known.id);
    if (!account) return;
    // Without a new e-mail the link of the last one keeps working.
    if (!(await consumeMailBudget(tx, config, account.email))) return;
    const token = newToken();
    await putReset(tx, account.id, hashToken(token));
    await queueMail(tx, config, {
      to: account.email,
      kind: 'reset',
      content: passwordResetEmail({
        firstName: account.first_name,
        url: emailLink(config.publicUrl, '/rp', { rpt: token }),
      }),
    });
  });
}

/** The link also verifies the address. It replaces the password, not a second factor. */
export async function resetPassword(
  { db, config }: AuthDeps,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<SignedInPerson | BegunSignIn> {
  refuseCommonPassword('password', password);
  const tokenHash = hashToken(token);
  // Checks the link before hashing, because hashing is expensive.
  const userId = await findResetter(db, tokenHash);
  if (userId === undefined) throw tokenInvalid();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !(await takeReset(tx, tokenHash))) throw tokenInvalid();
    await setPassword(tx, config, account, { passwordHash });
    await markVerified(tx, userId);
    if (!account.verified) await receiveInvitations(tx, account);
    await deleteRegistrationsOf(tx, userId);
    return beginSession(tx, config, userId, { ...origin, by: 'reset link' });
  });
}

/**
 * Ends all API tokens and all sessions except `keepSession`, deletes open reset links and notifies the user by e-mail.
 */
export async function setPassword(
  tx: Transaction,
  config: AuthDeps['config'],
  account: AccountRow,
  { passwordHash, keepSession }: { passwordHash: string; keepSession?: number },
): Promise<void> {
  await replacePassword(tx, account.id, passwordHash);
  await deleteResetOf(tx, account.id);
  await deleteSessionsOf(tx, account.id, keepSession);
  await deleteTokensOf(tx, account.id);
  await deleteTicketsOf(tx, account.id);
  await queueMail(tx, config, {
    to: account.email,
    kind: 'password-changed',
    content: passwordChangedEmail({
      firstName: account.first_name,
      resetUrl: emailLink(config.publicUrl, '/rpr'),
    }),
  });
}
