import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { followLink } from '#domains/connections/links.ts';
import { receiveInvitations } from '#domains/invitations/receive-invitations.ts';
import { isOneAddress, queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget } from '#domains/mail/budget.ts';
import { alreadyRegisteredEmail, emailLink, verificationEmail } from '#domains/mail/emails.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import {
  type AccountRow,
  type Credentials,
  claimAccount,
  findAccount,
  lockAccount,
  markVerified,
  replaceCredentials,
  updateOnSignIn,
} from './account-queries.ts';
import { type AuthDeps, accountKey, createSession, type Origin, type SignedInPerson } from './actions.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteRegistrationsOf,
  findRegistrant,
  insertRegistration,
  renewRegistration,
  takeRegistration,
} from './registration-queries.ts';
import { deleteResetOf } from './reset-queries.ts';
import { deleteSessionsOf } from './session-queries.ts';

export interface Registration {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  invitationToken?: string | undefined;
}

/**
 * Takes the same steps whether or not the address is known; only the e-mail differs. Several registrations of an
 * unverified address can exist: the latest can sign in, and the first whose link is opened gets the account.
 */
export async function register({ db, config }: AuthDeps, form: Registration): Promise<void> {
  if (!isOneAddress(form.email)) throw invalidField('emailID', 'Invalid email address');
  refuseCommonPassword('password', form.password);
  const { email, firstName, lastName } = form;
  const invitationHash = form.invitationToken === undefined ? null : hashToken(form.invitationToken);
  const credentials = { firstName, lastName, passwordHash: await hashPassword(form.password) };
  await db.transaction(async (tx) => {
    const account = await claimAccount(tx, {
      email,
      ...credentials,
      role: config.signupRole,
      verified: false,
    });
    const mayMail = await consumeMailBudget(tx, config, account.email);
    if (account.verified) {
      if (mayMail) await notifyOwner(tx, config, account);
      return;
    }
    if (!account.isNew) {
      await replaceCredentials(tx, account.id, credentials);
      await deleteSessionsOf(tx, account.id);
    }
    const token = newToken();
    await insertRegistration(tx, {
      userId: account.id,
      ...credentials,
      tokenHash: hashToken(token),
      invitationHash,
    });
    if (mayMail) await sendLink(tx, config, { email: account.email, firstName, token });
  });
}

async function notifyOwner(tx: Transaction, config: AuthDeps['config'], account: AccountRow): Promise<void> {
  await queueMail(tx, config, {
    to: account.email,
    kind: 'already-registered',
    content: alreadyRegisteredEmail({
      firstName: account.first_name,
      signInUrl: emailLink(config.publicUrl, '/login'),
      resetUrl: emailLink(config.publicUrl, '/rpr'),
    }),
  });
}

async function sendLink(
  tx: Transaction,
  config: AuthDeps['config'],
  { email, firstName, token }: { email: string; firstName: string; token: string },
): Promise<void> {
  await queueMail(tx, config, {
    to: email,
    kind: 'verify',
    content: verificationEmail({ firstName, url: emailLink(config.publicUrl, '/ve', { rt: token }) }),
  });
}

/** The first link used makes its registration the account; all other links and sessions of the address end. */
export async function verifyAddress(
  { db, config }: AuthDeps,
  token: string,
  origin: Origin,
): Promise<SignedInPerson> {
  const tokenHash = hashToken(token);
  const userId = await findRegistrant(db, tokenHash);
  if (userId === undefined) throw tokenInvalid();
  const { person, invitationHash } = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const registration = await takeRegistration(tx, tokenHash);
    if (!account || !registration) throw tokenInvalid();
    await becomeVerified(tx, account, {
      firstName: registration.first_name,
      lastName: registration.last_name,
      passwordHash: registration.password_hash,
    });
    await updateOnSignIn(tx, userId, config);
    return {
      person: await createSession(tx, config, userId, { ...origin, by: 'verification link' }),
      invitationHash: registration.invitation_hash,
    };
  });
  if (invitationHash) {
    // The address stays verified if this fails: the invitation then stays among the received requests.
    await followLink(db, { userId }, invitationHash).catch(() => undefined);
  }
  return person;
}

/** Ends what others set up for the address before it was verified, and delivers pending invitations. */
export async function becomeVerified(
  tx: Transaction,
  { id: userId, email }: { id: number; email: string },
  credentials: Credentials,
): Promise<void> {
  await replaceCredentials(tx, userId, credentials);
  await markVerified(tx, userId);
  await receiveInvitations(tx, { id: userId, email });
  await deleteRegistrationsOf(tx, userId);
  await deleteResetOf(tx, userId);
  await deleteSessionsOf(tx, userId);
}

/** Counts a request for another verification e-mail against the limit of the account. */
export async function countResend({ db, limiter }: AuthDeps, viewer: Viewer): Promise<void> {
  if (viewer.emailVerified) return;
  const known = await findAccount(db, viewer.userId);
  if (known) await limiter.consume('resetAndResend', 'account', accountKey(known.email));
}

/** The previous link stops working. A verified user gets no e-mail. */
export async function resendVerification(
  db: TransactionalDb,
  config: AuthDeps['config'],
  viewer: Viewer,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, viewer.userId);
    if (!account || account.verified) return;
    const { id, email, first_name: firstName, last_name: lastName, password_hash: passwordHash } = account;
    // Without a new e-mail the link of the last one keeps working.
    if (!(await consumeMailBudget(tx, config, email))) return;
    const token = newToken();
    const tokenHash = hashToken(token);
    if (!(await renewRegistration(tx, id, tokenHash))) {
      // The registration has expired and was deleted; the account still has its data.
      await insertRegistration(tx, {
        userId: id,
        firstName,
        lastName,
        passwordHash,
        tokenHash,
        invitationHash: null,
      });
    }
    await sendLink(tx, config, { email, firstName, token });
  });
}

/** One error for used, expired and unknown links. */
export function tokenInvalid(): ProblemError {
  return new ProblemError(
    'token_invalid',
    'This link does not work any more. Links work once and for a limited time: please ask for a new one.',
  );
}
