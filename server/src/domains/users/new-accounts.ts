import type { Config } from '#config.ts';
import { consumePoint } from '#db/budget.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { isAdmin, type Viewer } from '#http/viewer.ts';
import { isNewAccount } from './queries.ts';

/** What the owner of a new account can do in 24 hours. `is_new_account()` says who has one. */
const perDay = { comments: 3, requests: 5 };
const daySeconds = 24 * 3600;

export type NewAccountConfig = Pick<Config, 'newAccountLimits'>;

/** True while the limits hold for the viewer. */
export async function hasLimits(
  db: Db,
  config: NewAccountConfig,
  { userId, role }: Viewer,
): Promise<boolean> {
  return config.newAccountLimits && !isAdmin(role) && (await isNewAccount(db, userId));
}

/**
 * Counts a comment or connection request of a new account; throws if it was one too many. What was deleted since
 * counts too. Call it last in the transaction, so that only what was written is counted.
 */
export async function countOfDay(
  tx: Transaction,
  { userId }: Viewer,
  what: keyof typeof perDay,
): Promise<void> {
  const points = perDay[what];
  if (await consumePoint(tx, `new-account:${what}:${userId}`, { points, seconds: daySeconds })) return;
  const name = { comments: `write ${points} comments`, requests: `send ${points} connection requests` }[what];
  throw new ProblemError('new_account_limit', `New accounts can ${name} a day. Please go on tomorrow.`, {
    retryAfter: daySeconds,
  });
}

/** Throws for new accounts: they cannot invite by e-mail. */
export async function checkNewInvitation(db: Db, config: NewAccountConfig, viewer: Viewer): Promise<void> {
  if (await hasLimits(db, config, viewer)) {
    throw new ProblemError(
      'new_account_invite',
      'New accounts cannot invite by e-mail yet. Read some cards, or connect to somebody you know here.',
    );
  }
}

const link =
  /https?:\/\/|www\.|\b[\p{L}\p{N}-]+\.(?:com|net|org|info|biz|io|co|in|de|ru|cn|xyz|top|shop|site|online)\b/iu;

export function hasLink(text: string): boolean {
  return link.test(text);
}

/** Throws if a new account posts a link. */
export function refuseLink(text: string): void {
  if (hasLink(text)) {
    throw new ProblemError('new_account_link', 'New accounts cannot post links yet.');
  }
}
