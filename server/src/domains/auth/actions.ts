import type { Config } from '#config.ts';
import type { Database, Db, Transaction } from '#db/pool.ts';
import { findUser, type UserRow } from '#domains/users/queries.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { findAccountByEmail, replacePassword, updateOnSignIn } from './account-queries.ts';
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
}

export interface SignedInPerson {
  authToken: string;
  user: UserRow;
}

/** Only failures count against the budgets; a successful sign-in resets the account's budget. */
export async function signIn(
  deps: AuthDeps,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<SignedInPerson> {
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
): Promise<SignedInPerson> {
  const account = await findAccountByEmail(db, email);
  const found = await checkPassword(account?.password_hash, password);
  const newHash = found === 'outdated' ? await hashPassword(password) : undefined;
  const person =
    found !== 'wrong' && account
      ? await db.transaction(async (tx) => {
          const { superAdminEmail } = config;
          const { password_hash: passwordHash } = account;
          // The password may have been changed, and all sessions ended, since it was read.
          const isSame = await updateOnSignIn(tx, account.id, { superAdminEmail, passwordHash });
          if (!isSame) return undefined;
          if (newHash !== undefined) await replacePassword(tx, account.id, newHash);
          return createSession(tx, config, account.id, { ...origin, by: 'password' });
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

/**
 * A new session, recorded in the audit log, and the current user. Demo accounts, whose password is public, get a
 * session only while the demo is on.
 */
export async function createSession(
  tx: Transaction,
  config: Pick<Config, 'demo'>,
  userId: number,
  { userAgent, network, by }: Origin & { by: SignInMethod },
): Promise<SignedInPerson> {
  const user = await findUser(tx, userId);
  if (!user) throw new ProblemError('not_found');
  if (user.is_demo && !config.demo) {
    throw new ProblemError('invalid_credentials', 'The demo is off, so its people cannot sign in.');
  }
  const authToken = await issueToken(tx, userId, userAgent);
  await recordSignIn(tx, userId, { by, network });
  return { authToken, user };
}

/** The client gets the token; the database stores only its hash. */
export async function issueToken(db: Db, userId: number, userAgent: string | undefined): Promise<string> {
  const authToken = newToken();
  await insertSession(db, { userId, tokenHash: hashToken(authToken), userAgent });
  return authToken;
}
