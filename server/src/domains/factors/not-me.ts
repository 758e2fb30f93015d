import { lockAccount, replacePassword } from '#domains/auth/account-queries.ts';
import type { AuthDeps } from '#domains/auth/actions.ts';
import { tokenInvalid } from '#domains/auth/registration.ts';
import { putReset } from '#domains/auth/reset-queries.ts';
import { deleteSessionsOf } from '#domains/auth/session-queries.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { emailLink, passwordResetEmail } from '#domains/mail/emails.ts';
import { deleteTokensOf } from '#domains/tokens/queries.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { deleteBrowsersOf, findAlertLink, takeAlertLink } from './browser-queries.ts';
import { deleteEmailChange } from './email-change-queries.ts';
import { deleteFactorReset, deleteFactorsSince } from './queries.ts';
import { deleteTicketsOf } from './ticket-queries.ts';

/**
 * Ends all sessions and API tokens and the password, removes the factors that were added since the reported event,
 * and sends a link for a new password.
 */
export async function disownSignIn({ db, config }: AuthDeps, token: string): Promise<void> {
  const tokenHash = hashToken(token);
  const userId = await findAlertLink(db, tokenHash);
  if (userId === undefined) throw tokenInvalid();
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const since = account && (await takeAlertLink(tx, tokenHash));
    if (!since) throw tokenInvalid();
    await replacePassword(tx, userId, null);
    await deleteSessionsOf(tx, userId);
    await deleteTokensOf(tx, userId);
    await deleteTicketsOf(tx, userId);
    await deleteBrowsersOf(tx, userId);
    await deleteFactorsSince(tx, userId, since);
    await deleteFactorReset(tx, userId);
    await deleteEmailChange(tx, userId);
    const resetToken = newToken();
    await putReset(tx, userId, hashToken(resetToken));
    await queueMail(tx, config, {
      to: account.email,
      kind: 'reset',
      content: passwordResetEmail({
        firstName: account.first_name,
        url: emailLink(config.publicUrl, '/rp', { rpt: resetToken }),
      }),
    });
  });
}
