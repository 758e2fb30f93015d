import type { Transaction } from '#db/pool.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  lockAccount,
} from '#domains/auth/account-queries.ts';
import { type AuthDeps, accountKey } from '#domains/auth/actions.ts';
import { confirmIdentity, lockOwnAccount } from '#domains/auth/reauthentication.ts';
import { tokenInvalid } from '#domains/auth/registration.ts';
import { deleteResetOf } from '#domains/auth/reset-queries.ts';
import { receiveInvitations } from '#domains/invitations/receive-invitations.ts';
import { isOneAddress, queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget } from '#domains/mail/budget.ts';
import { addressTakenEmail, emailLink, leaveAddressEmail, newAddressEmail } from '#domains/mail/emails.ts';
import { keepEmailsOf } from '#domains/mail/queries.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { deleteAlertLinksOf } from './browser-queries.ts';
import {
  confirmEmailChange,
  deleteEmailChange,
  findEmailChanger,
  putEmailChange,
  updateEmail,
} from './email-change-queries.ts';
import { deleteTicketsOf } from './ticket-queries.ts';

/** Takes the same steps whether or not the new address has an account; only the e-mail differs. */
export async function requestEmailChange(
  deps: AuthDeps,
  viewer: Viewer,
  { emailId: newEmail, currentPasswd }: { emailId: string; currentPasswd?: string | null | undefined },
): Promise<void> {
  const { db, limiter, config } = deps;
  if (!isOneAddress(newEmail)) throw invalidField('emailId', 'Invalid email address');
  await confirmIdentity(deps, viewer, { currentPasswd });
  const known = await findAccount(db, viewer.userId);
  if (known) await limiter.consume('resetAndResend', 'account', accountKey(known.email));
  await db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    if (accountKey(account.email) === accountKey(newEmail)) {
      throw invalidField('emailId', 'This is your address already.');
    }
    const [oldToken, newAddressToken] = [newToken(), newToken()];
    await putEmailChange(tx, {
      userId: account.id,
      newEmail,
      oldHash: hashToken(oldToken),
      newHash: hashToken(newAddressToken),
    });
    const linkOf = (t: string) => emailLink(config.publicUrl, '/ce', { t });
    await queueMail(tx, config, {
      to: account.email,
      kind: 'leave-address',
      content: leaveAddressEmail({ firstName: account.first_name, newEmail, url: linkOf(oldToken) }),
    });
    if (!(await consumeMailBudget(tx, config, newEmail))) return;
    await writeToNewAddress(tx, deps, account, { newEmail, url: linkOf(newAddressToken) });
  });
}

async function writeToNewAddress(
  tx: Transaction,
  { config }: AuthDeps,
  account: AccountRow,
  { newEmail, url }: { newEmail: string; url: string },
): Promise<void> {
  const owner = await findAccountByEmail(tx, newEmail);
  await queueMail(
    tx,
    config,
    owner
      ? {
          to: owner.email,
          kind: 'address-taken',
          content: addressTakenEmail({
            firstName: owner.first_name,
            signInUrl: emailLink(config.publicUrl, '/login'),
          }),
        }
      : {
          to: newEmail,
          kind: 'new-address',
          about: account.id,
          content: newAddressEmail({ firstName: account.first_name, url }),
        },
  );
}

/** Returns whether both addresses have confirmed, which makes the change. */
export async function confirmAddress({ db }: Pick<AuthDeps, 'db'>, token: string): Promise<boolean> {
  const tokenHash = hashToken(token);
  const userId = await findEmailChanger(db, tokenHash);
  if (userId === undefined) throw tokenInvalid();
  try {
    return await db.transaction(async (tx) => {
      const account = await lockAccount(tx, userId);
      const change = account && (await confirmEmailChange(tx, tokenHash));
      if (!change) throw tokenInvalid();
      if (!change.isComplete) return false;
      if (!(await updateEmail(tx, userId, change.newEmail))) throw addressTaken();
      await deleteEmailChange(tx, userId);
      await keepEmailsOf(tx, account);
      // Links that were sent to the old address.
      await deleteResetOf(tx, userId);
      await deleteAlertLinksOf(tx, userId);
      await deleteTicketsOf(tx, userId);
      await receiveInvitations(tx, { id: userId, email: change.newEmail });
      return true;
    });
  } catch (error) {
    const isTaken = (error as { constraint?: string }).constraint === 'users_one_per_email';
    throw isTaken ? addressTaken() : error;
  }
}

const addressTaken = () =>
  new ProblemError('conflict', 'Another account has this address by now. Please choose another address.');
