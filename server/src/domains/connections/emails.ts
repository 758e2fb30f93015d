import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget, type MailBudgetConfig } from '#domains/mail/budget.ts';
import { connectionRequestEmail, emailLink, type Named, requestAcceptedEmail } from '#domains/mail/emails.ts';
import type { PairedPerson } from './pair.ts';

export type EmailConfig = Pick<Config, 'publicUrl' | 'mailFrom'> & MailBudgetConfig;

export const named = (person: PairedPerson): Named => ({
  firstName: person.first_name,
  lastName: person.last_name,
});

/** Above the mailbox's budget the request is made without an e-mail. */
export async function sendRequestEmail(
  tx: Transaction,
  config: EmailConfig,
  { sender, receiver, token }: { sender: PairedPerson; receiver: PairedPerson; token: string },
): Promise<void> {
  if (!(await consumeMailBudget(tx, config, receiver.email))) return;
  await queueMail(tx, config, {
    to: receiver.email,
    kind: 'connection-request',
    about: sender.id,
    content: connectionRequestEmail({
      firstName: receiver.first_name,
      sender: named(sender),
      url: emailLink(config.publicUrl, '/acr', { t: token }),
    }),
  });
}

export async function sendAcceptedEmail(
  tx: Transaction,
  config: EmailConfig,
  { sender, receiver }: { sender: PairedPerson; receiver: PairedPerson },
): Promise<void> {
  await queueMail(tx, config, {
    to: sender.email,
    kind: 'request-accepted',
    about: receiver.id,
    content: requestAcceptedEmail({
      firstName: sender.first_name,
      receiver: named(receiver),
      url: emailLink(config.publicUrl, `/up/${receiver.id}`),
    }),
  });
}
