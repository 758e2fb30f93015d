import type { Db } from '#db/pool.ts';
import { findUserByEmail, type UserRow } from '#domains/users/queries.ts';
import { ProblemError } from '#http/problems.ts';
import type { Limiter } from '#http/limits.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { passwordMatches } from './passwords.ts';
import { insertSession } from './queries.ts';

export interface SignIn {
  email: string;
  password: string;
  address: string;
  userAgent: string | undefined;
}

/** Only failures count against the budgets; a person who signs in starts with a full one again. */
export async function signIn(
  { db, limiter }: { db: Db; limiter: Limiter },
  { email, password, address, userAgent }: SignIn,
): Promise<{ authToken: string; user: UserRow }> {
  const account = email.toLowerCase();
  await limiter.check('signIn', 'account', account);
  await limiter.check('signIn', 'address', address);
  const user = await findUserByEmail(db, email);
  if (!(await passwordMatches(user?.password_hash, password)) || !user) {
    await limiter.consume('signIn', 'account', account);
    await limiter.consume('signIn', 'address', address);
    throw new ProblemError('invalid_credentials', 'This e-mail address and password do not belong together.');
  }
  await limiter.forget('signIn', 'account', account);
  return { authToken: await openSession(db, user.id, userAgent), user };
}

/** The token goes to the person; only its hash stays here. */
export async function openSession(db: Db, userId: number, userAgent: string | undefined): Promise<string> {
  const authToken = newToken();
  await insertSession(db, { userId, tokenHash: hashToken(authToken), userAgent });
  return authToken;
}
