import type { Config } from '#config.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { isNewAccount, lockNewAccount } from './queries.ts';

/** What the owner of a new account can do in 24 hours. `is_new_account()` says who has one. */
const perDay = { comments: 3, requests: 5 };

export type NewAccountConfig = Pick<Config, 'newAccountLimits'>;

/** True while the limits hold for the viewer. */
export async function hasLimits(db: Db, config: NewAccountConfig, { userId }: Viewer): Promise<boolean> {
  return config.newAccountLimits && (await isNewAccount(db, userId));
}

/** How much a user did in the last 24 hours. */
type CountOfDay = (tx: Transaction, userId: number) => Promise<number>;

/** Throws if a new account has written its comments of the day, or the comment has a link. */
export async function checkNewComment(
  tx: Transaction,
  viewer: Viewer,
  text: string,
  countOfDay: CountOfDay,
): Promise<void> {
  refuseLink(text);
  await lockNewAccount(tx, viewer.userId);
  if ((await countOfDay(tx, viewer.userId)) >= perDay.comments) {
    throw limitReached(`New accounts can write ${perDay.comments} comments a day.`);
  }
}

/** The same for an edit, which is not counted. */
export async function checkEditedComment(
  db: Db,
  config: NewAccountConfig,
  viewer: Viewer,
  text: string,
): Promise<void> {
  if (hasLink(text) && (await hasLimits(db, config, viewer))) refuseLink(text);
}

/** Throws if a new account has sent its connection requests of the day. */
export async function checkNewRequest(
  tx: Transaction,
  config: NewAccountConfig,
  viewer: Viewer,
  countOfDay: CountOfDay,
): Promise<void> {
  if (!(await hasLimits(tx, config, viewer))) return;
  await lockNewAccount(tx, viewer.userId);
  if ((await countOfDay(tx, viewer.userId)) >= perDay.requests) {
    throw limitReached(`New accounts can send ${perDay.requests} connection requests a day.`);
  }
}

/** Throws for new accounts: they invite nobody by e-mail. */
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

function hasLink(text: string): boolean {
  return link.test(text);
}

function refuseLink(text: string): void {
  if (hasLink(text)) {
    throw new ProblemError('new_account_link', 'New accounts cannot post links yet.');
  }
}

const limitReached = (detail: string) =>
  new ProblemError('new_account_limit', `${detail} Please go on tomorrow.`, { retryAfter: 24 * 3600 });
