import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { lockAccount } from '#domains/auth/account-queries.ts';
import { queueMail } from '#domains/mail/actions.ts';
import { emailLink, factorsEndedEmail } from '#domains/mail/emails.ts';
import { findUser } from '#domains/users/queries.ts';
import { deleteFactorsBefore, listEndedResets, takeEndedReset } from './queries.ts';

type Site = Pick<Config, 'publicUrl' | 'mailFrom'>;

/**
 * Removes factors that their owner has lost, once the waiting period is over. Those that were added since the request
 * stay. The caller has locked the account.
 */
export async function endLostFactors(tx: Transaction, config: Site, userId: number): Promise<void> {
  const requestedAt = await takeEndedReset(tx, userId);
  if (!requestedAt) return;
  await deleteFactorsBefore(tx, userId, requestedAt);
  const user = await findUser(tx, userId);
  if (!user) return;
  await queueMail(tx, config, {
    to: user.email,
    kind: 'factors-ended',
    content: factorsEndedEmail({
      firstName: user.first_name,
      url: emailLink(config.publicUrl, '/set', { tab: 'security' }),
    }),
  });
}

export async function endAllLostFactors({ db, config }: { db: Database; config: Site }): Promise<void> {
  for (const userId of await listEndedResets(db)) {
    await db.transaction(async (tx) => {
      if (await lockAccount(tx, userId)) await endLostFactors(tx, config, userId);
    });
  }
}
