import type { Transaction } from '#db/pool.ts';
import { receiveInvitations } from '#domains/invitations/receive-invitations.ts';
import { isOneAddress } from '#domains/mail/actions.ts';
import { ProblemError } from '#http/problems.ts';
import { claimAccount, lockAccount } from './account-queries.ts';
import {
  type AuthDeps,
  type BegunSignIn,
  beginSession,
  type Origin,
  type SignedInPerson,
} from './actions.ts';
import { countFailures } from './attempts.ts';
import { googleSettings } from './google-settings.ts';
import { findIdentity } from './identity-queries.ts';
import { joinIdentity } from './join-identity.ts';
import type { ProviderProfile } from './provider-profile.ts';
import { becomeVerified } from './registration.ts';
import { recordFailure } from './sign-in-audit.ts';
import { allowedPhoto } from './social-photo.ts';

/** Verifies the sign-in with the provider; refusals count like failed sign-ins from the same network address. */
export async function signInByProvider(
  { db, limiter, config }: AuthDeps,
  fetchProfile: () => Promise<ProviderProfile>,
  origin: Origin & { by: 'google' | 'facebook' },
): Promise<SignedInPerson | BegunSignIn> {
  const person = await countFailures(limiter, { address: origin.address }, async () => {
    try {
      const profile = await fetchProfile();
      if (!isOneAddress(profile.email))
        throw new ProblemError('invalid_credentials', 'Invalid email address');
      return profile;
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.code === 'invalid_credentials';
      if (isRefused) await recordFailure(db, undefined, origin);
      throw error;
    }
  });
  return db.transaction(async (tx) => {
    const userId = await accountOf(tx, config, person);
    const { issuer, subject } = person;
    const photo = allowedPhoto(person.photo, config.socialPhotoOrigins)?.href;
    const identity = { issuer, subject, photo };
    const begun = await beginSession(tx, config, userId, { ...origin, identity });
    // With a second factor it joins the account later, and not at all without it.
    if ('authToken' in begun) await joinIdentity(tx, config, userId, identity);
    return begun;
  });
}

/**
 * A known identity maps to its account even if its e-mail address has changed; an unknown one to the account of its
 * address.
 */
async function accountOf(
  tx: Transaction,
  config: AuthDeps['config'],
  person: ProviderProfile,
): Promise<number> {
  const known = await findIdentity(tx, person.issuer, person.subject);
  if (known !== undefined && (await lockAccount(tx, known))) return known;

  const { firstName, lastName } = person;
  const google = googleSettings(config);
  const account = await claimAccount(tx, {
    email: person.email,
    passwordHash: null,
    firstName,
    lastName,
    role: config.signupRole,
    verified: true,
    isDemo: google?.demo === true && google.issuer === person.issuer,
  });
  // A password set before the address was verified is replaced, because its owner is not proven.
  if (!account.verified) await becomeVerified(tx, account, { firstName, lastName, passwordHash: null });
  if (account.isNew) await receiveInvitations(tx, account);
  return account.id;
}
