import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { type EmailContent, emailLink } from '#domains/mail/emails.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { insertAlertLink } from './browser-queries.ts';

/** Tells a user by e-mail what happened to the account, with a link that says “This was not me”. */
export async function sendAlert(
  tx: Transaction,
  config: Pick<Config, 'publicUrl' | 'mailFrom'>,
  user: { id: number; email: string },
  { kind, content }: { kind: string; content: (notMeUrl: string) => EmailContent },
): Promise<void> {
  const token = newToken();
  await insertAlertLink(tx, user.id, hashToken(token));
  await queueMail(tx, config, {
    to: user.email,
    kind,
    content: content(emailLink(config.publicUrl, '/nm', { t: token })),
  });
}
