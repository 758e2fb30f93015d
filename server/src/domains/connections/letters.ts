import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { type MailBudgetConfig, takeMailBudget } from '#domains/mail/budget.ts';
import {
  connectionRequestLetter,
  letterUrl,
  type Named,
  requestAcceptedLetter,
} from '#domains/mail/letters.ts';
import type { PairedPerson } from './pair.ts';

export type LetterConfig = Pick<Config, 'publicUrl' | 'mailFrom'> & MailBudgetConfig;

export const named = (person: PairedPerson): Named => ({
  firstName: person.first_name,
  lastName: person.last_name,
});

/** Above the mailbox's budget the request is made without an e-mail. */
export async function sendRequestLetter(
  tx: Transaction,
  config: LetterConfig,
  { sender, receiver, token }: { sender: PairedPerson; receiver: PairedPerson; token: string },
): Promise<void> {
  if (!(await takeMailBudget(tx, config, receiver.email))) return;
  await queueMail(tx, config, {
    to: receiver.email,
    kind: 'connection-request',
    about: sender.id,
    letter: connectionRequestLetter({
      firstName: receiver.first_name,
      sender: named(sender),
      url: letterUrl(config.publicUrl, '/acr', { t: token }),
    }),
  });
}

export async function sendAcceptedLetter(
  tx: Transaction,
  config: LetterConfig,
  { sender, receiver }: { sender: PairedPerson; receiver: PairedPerson },
): Promise<void> {
  await queueMail(tx, config, {
    to: sender.email,
    kind: 'request-accepted',
    about: receiver.id,
    letter: requestAcceptedLetter({
      firstName: sender.first_name,
      receiver: named(receiver),
      url: letterUrl(config.publicUrl, `/up/${receiver.id}`),
    }),
  });
}
