import type { Config } from '#config.ts';
import { consumePoint } from '#db/budget.ts';
import type { Transaction } from '#db/pool.ts';

export type MailBudgetConfig = Pick<Config, 'rateLimits' | 'limits'>;

/**
 * Counts one e-mail to a mailbox that others can cause: sign-up, reset, invitations and requests share one budget.
 * False if it must not be sent; the call answers the same either way. Notices about one's own account are
 * not counted.
 */
export async function consumeMailBudget(
  tx: Transaction,
  { rateLimits, limits }: MailBudgetConfig,
  email: string,
): Promise<boolean> {
  if (!rateLimits) return true;
  const mailbox = email.toLowerCase();
  return (
    (await consumePoint(tx, `mailbox:hourly:${mailbox}`, limits.mailbox.hourly)) &&
    (await consumePoint(tx, `mailbox:daily:${mailbox}`, limits.mailbox.daily))
  );
}
