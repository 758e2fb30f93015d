import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { findAccountByEmail } from '#domains/auth/account-queries.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget, type MailBudgetConfig } from '#domains/mail/budget.ts';
import { connectionRequestEmail, emailLink, type Named } from '#domains/mail/emails.ts';
import type { Rewrite } from '#domains/mail/jobs.ts';
import { wantsMail } from '#domains/notices/settings.ts';
import { unsubscribeUrl } from '#domains/notices/unsubscribe.ts';
import type { PairedPerson } from './pair.ts';

export type EmailConfig = Pick<Config, 'publicUrl' | 'mailFrom'> & MailBudgetConfig;

export const named = (person: PairedPerson): Named => ({
  firstName: person.first_name,
  lastName: person.last_name,
});

/** Above the mailbox's budget, or if the receiver wants no such e-mails, the request is made without one. */
export async function sendRequestEmail(
  tx: Transaction,
  config: EmailConfig,
  { sender, receiver, token }: { sender: PairedPerson; receiver: PairedPerson; token: string },
): Promise<void> {
  if (!(await wantsMail(tx, receiver.id, { kind: 'connection_request', actorId: sender.id }))) return;
  if (!(await consumeMailBudget(tx, config, receiver.email))) return;
  await queueMail(tx, config, {
    to: receiver.email,
    kind: 'connection-request',
    about: sender.id,
    content: connectionRequestEmail({
      firstName: receiver.first_name,
      sender: named(sender),
      url: emailLink(config.publicUrl, '/acr', { t: token }),
      unsubscribeUrl: await unsubscribeUrl(tx, config, receiver.id, 'connection_request'),
    }),
  });
}

/** The recipient may have muted the sender or stopped such e-mails while it waited; a block deletes it at once. */
const keepWanted: Rewrite = async (tx, email) => {
  const recipient = await findAccountByEmail(tx, email.recipient);
  const isWanted =
    recipient !== undefined &&
    email.about_id !== null &&
    (await wantsMail(tx, recipient.id, { kind: 'connection_request', actorId: email.about_id }));
  return isWanted ? email : undefined;
};

/** By the kind of the e-mail. */
export const connectionRewrites: Record<string, Rewrite> = { 'connection-request': keepWanted };
