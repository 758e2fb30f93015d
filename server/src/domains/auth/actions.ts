import type { SecondFactorKind } from '@gyan/contract/auth.ts';
import { userAgentText } from '@gyan/contract/user-agent-text.ts';
import type { Config } from '#config.ts';
import type { Database, Db, Transaction } from '#db/pool.ts';
import { sendAlert } from '#domains/factors/alerts.ts';
import { noteBrowser } from '#domains/factors/browser-queries.ts';
import { endLostFactors } from '#domains/factors/lost-factors.ts';
import { findFactors } from '#domains/factors/queries.ts';
import { insertTicket } from '#domains/factors/ticket-queries.ts';
import { newBrowserEmail } from '#domains/mail/emails.ts';
import { findUser, type UserRow } from '#domains/users/queries.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { findAccountByEmail, lockAccount, replacePassword, updateOnSignIn } from './account-queries.ts';
import { countFailures } from './attempts.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { insertSession } from './session-queries.ts';
import { recordFailure, recordSignIn, type SignInMethod } from './sign-in-audit.ts';

export interface AuthDeps {
  db: Database;
  limiter: Limiter;
  config: Config;
}

/** Where a request comes from: failures are counted by it, and sessions are shown with it. */
export interface Origin {
  address: string;
  /** The truncated address, for the audit log. */
  network: string;
  userAgent: string | undefined;
  /** The browser's cookie, if it has one. */
  browser: string | undefined;
}

export interface SignedInPerson {
  authToken: string;
  user: UserRow;
  /** The cookie of the browser. */
  browser: string;
}

/** The first proof was right, and a second factor is needed. */
export interface BegunSignIn {
  secondFactor: SecondFactorKind[];
  ticket: string;
  browser: string;
}

/** Only failures count against the budgets; a successful sign-in resets the account's budget. */
export async function signIn(
  deps: AuthDeps,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<SignedInPerson | BegunSignIn> {
  const account = accountKey(credentials.email);
  const person = await countFailures(deps.limiter, { account, address: origin.address }, () =>
    checkCredentials(deps, credentials, origin),
  );
  await deps.limiter.reset('signIn', 'account', account);
  return person;
}

async function checkCredentials(
  { db, config }: AuthDeps,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<SignedInPerson | BegunSignIn> {
  const account = await findAccountByEmail(db, email);
  const found = await checkPassword(account?.password_hash, password);
  const newHash = found === 'outdated' ? await hashPassword(password) : undefined;
  const person =
    found !== 'wrong' && account
      ? await db.transaction(async (tx) => {
          const locked = await lockAccount(tx, account.id);
          // The password may have been changed, and all sessions ended, since it was read.
          if (locked?.password_hash !== account.password_hash) return undefined;
          if (newHash !== undefined) await replacePassword(tx, account.id, newHash);
          return beginSession(tx, config, account.id, { ...origin, by: 'password' });
        })
      : undefined;
  if (person) return person;
  await recordFailure(db, account?.id, { by: 'password', network: origin.network });
  throw new ProblemError('invalid_credentials', 'This e-mail address and password do not belong together.');
}

/** The key that failures of an account are counted by; unknown addresses are counted like known ones. */
export function accountKey(email: string): string {
  return email.toLowerCase();
}

type SessionConfig = Pick<Config, 'demo' | 'publicUrl' | 'mailFrom' | 'superAdminEmail'>;

/** A session, or a ticket for one if the user has a second factor. The account is locked. */
export async function beginSession(
  tx: Transaction,
  config: SessionConfig,
  userId: number,
  origin: Origin & { by: SignInMethod },
): Promise<SignedInPerson | BegunSignIn> {
  const { kinds, hasCodes, haveEnded } = await findFactors(tx, userId);
  if (haveEnded) await endLostFactors(tx, config, userId);
  if (haveEnded || kinds.length === 0) {
    await updateOnSignIn(tx, userId, config);
    return createSession(tx, config, userId, origin);
  }
  const ticket = newToken();
  const browser = origin.browser ?? newToken();
  await insertTicket(tx, {
    tokenHash: hashToken(ticket),
    purpose: 'second',
    userId,
    browserHash: hashToken(browser),
    method: origin.by,
  });
  return { secondFactor: hasCodes ? [...kinds, 'recovery'] : kinds, ticket, browser };
}

/**
 * A new session, recorded in the audit log, and the current user. Demo accounts, whose password is public, get a
 * session only while the demo is on.
 */
export async function createSession(
  tx: Transaction,
  config: SessionConfig,
  userId: number,
  origin: Origin & { by: SignInMethod },
): Promise<SignedInPerson> {
  const user = await findUser(tx, userId);
  if (!user) throw new ProblemError('not_found');
  if (user.is_demo && !config.demo) {
    throw new ProblemError('invalid_credentials', 'The demo is off, so its people cannot sign in.');
  }
  const browser = origin.browser ?? newToken();
  const authToken = await issueToken(tx, userId, origin.userAgent, origin.network);
  await reportNewBrowser(tx, config, user, { ...origin, browser });
  await recordSignIn(tx, userId, origin);
  return { authToken, user, browser };
}

/** These links came by e-mail, and a new password is reported by an e-mail of its own. */
const reportedOtherwise: ReadonlySet<SignInMethod> = new Set(['verification link', 'reset link']);

/** Demo users share their accounts, and an unverified address may be anybody's, so they get no e-mail. */
async function reportNewBrowser(
  tx: Transaction,
  config: SessionConfig,
  user: UserRow,
  { browser, userAgent, by }: { browser: string; userAgent: string | undefined; by: SignInMethod },
): Promise<void> {
  const { isNew, isFirst } = await noteBrowser(tx, user.id, hashToken(browser));
  const isOwn = user.email_verified_at !== null && !user.is_demo;
  if (!isNew || isFirst || !isOwn || reportedOtherwise.has(by)) return;
  await sendAlert(tx, config, user, {
    kind: 'new-browser',
    content: (notMeUrl) =>
      newBrowserEmail({ firstName: user.first_name, browser: userAgentText(userAgent), notMeUrl }),
  });
}

/** The client gets the token; the database stores only its hash. */
export async function issueToken(
  db: Db,
  userId: number,
  userAgent: string | undefined,
  network?: string,
): Promise<string> {
  const authToken = newToken();
  await insertSession(db, { userId, tokenHash: hashToken(authToken), userAgent, network });
  return authToken;
}
