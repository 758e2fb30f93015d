import type { SecondFactorKind } from '@gyan/contract/auth.ts';
import type { Transaction } from '#db/pool.ts';
import { lockAccount, updateOnSignIn } from '#domains/auth/account-queries.ts';
import { type AuthDeps, createSession, type Origin, type SignedInPerson } from '#domains/auth/actions.ts';
import { countFailures } from '#domains/auth/attempts.ts';
import { joinIdentity } from '#domains/auth/join-identity.ts';
import { recordFailure, type SignInMethod } from '#domains/auth/sign-in-audit.ts';
import { factorsLostEmail } from '#domains/mail/emails.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { sendAlert } from './alerts.ts';
import { checkFactor, secondFactorInvalid } from './check-factor.ts';
import { checkPasskey, findNamedPasskey, type PasskeyResponse, signInOptions } from './passkeys.ts';
import { putFactorReset } from './queries.ts';
import {
  findTicket,
  insertTicket,
  type TicketKey,
  type TicketPurpose,
  takeTicket,
  tryTicket,
  updateChallenge,
} from './ticket-queries.ts';

/** Failures of the second factor have their own budget: a right password must not reset it. */
export const factorAccount = (userId: number) => `second factor ${userId}`;

const ticketEnded = () =>
  secondFactorInvalid(
    'This sign-in has ended: it works for five minutes and five tries. Please sign in again.',
  );

function keyOf(ticket: string, purpose: TicketPurpose, { browser }: Origin): TicketKey | undefined {
  if (browser === undefined) return undefined;
  return { tokenHash: hashToken(ticket), purpose, browserHash: hashToken(browser) };
}

/** The ticket is of a first proof; the right second factor makes the session. */
export async function finishSignIn(
  deps: AuthDeps,
  { ticket, kind, response }: { ticket: string; kind: SecondFactorKind; response: string | PasskeyResponse },
  origin: Origin,
): Promise<SignedInPerson> {
  const { db, limiter, config } = deps;
  return countFailures(limiter, { address: origin.address }, async () => {
    const key = keyOf(ticket, 'second', origin);
    // Counted first, so that concurrent guesses do not all pass.
    const found = key && (await tryTicket(db, key));
    if (!found || found.user_id === null) throw ticketEnded();
    const { user_id: userId, challenge, identity } = found;
    const by = found.method as SignInMethod;
    return countFailures(limiter, { account: factorAccount(userId) }, async () => {
      const person = await db.transaction(async (tx) => {
        if (!(await lockAccount(tx, userId))) return undefined;
        if (!(await checkFactor(tx, config, userId, { kind, response, challenge }))) return undefined;
        if (identity) await joinIdentity(tx, config, userId, identity);
        return openSession(tx, deps, userId, { ...origin, by, tokenHash: key.tokenHash });
      });
      if (person) return person;
      await recordFailure(db, userId, { by, network: origin.network });
      throw secondFactorInvalid();
    });
  });
}

/** Throws if a concurrent request has used the ticket, which takes back what the transaction has consumed. */
async function openSession(
  tx: Transaction,
  { config }: AuthDeps,
  userId: number,
  origin: Origin & { by: SignInMethod; tokenHash: Buffer },
): Promise<SignedInPerson> {
  if (!(await takeTicket(tx, origin.tokenHash))) throw ticketEnded();
  await updateOnSignIn(tx, userId, config);
  return createSession(tx, config, userId, origin);
}

interface BegunSignIn {
  options: Record<string, unknown>;
  ticket: string;
  browser: string;
}

/** With a ticket, as the second factor of its user. */
export async function beginPasskey(
  deps: AuthDeps,
  ticket: string | undefined,
  origin: Origin,
): Promise<BegunSignIn> {
  return countFailures(deps.limiter, { address: origin.address }, () => askForPasskey(deps, ticket, origin));
}

async function askForPasskey(
  { db, config }: AuthDeps,
  ticket: string | undefined,
  origin: Origin,
): Promise<BegunSignIn> {
  if (ticket !== undefined) {
    const key = keyOf(ticket, 'second', origin);
    const found = key && (await findTicket(db, key));
    if (!found || found.user_id === null || origin.browser === undefined) throw ticketEnded();
    const { options, challenge } = await signInOptions(db, config, found.user_id);
    await updateChallenge(db, key.tokenHash, challenge);
    return { options, ticket, browser: origin.browser };
  }
  const browser = origin.browser ?? newToken();
  const { options, challenge } = await signInOptions(db, config, undefined);
  const created = newToken();
  await insertTicket(db, {
    tokenHash: hashToken(created),
    purpose: 'passkey',
    browserHash: hashToken(browser),
    challenge,
  });
  return { options, ticket: created, browser };
}

/** A passkey that has verified its user needs no further factor. */
export async function signInByPasskey(
  deps: AuthDeps,
  { ticket, response }: { ticket: string; response: PasskeyResponse },
  origin: Origin,
): Promise<SignedInPerson> {
  const { db, limiter, config } = deps;
  return countFailures(limiter, { address: origin.address }, async () => {
    const key = keyOf(ticket, 'passkey', origin);
    const found = key && (await tryTicket(db, key));
    if (!found) throw ticketEnded();
    const named = await findNamedPasskey(db, response);
    const person =
      named &&
      (await db.transaction(async (tx) => {
        const account = await lockAccount(tx, named.user_id);
        // Read again: it may have been removed, or used by a concurrent request.
        const passkey = account && (await findNamedPasskey(tx, response));
        if (!passkey) return undefined;
        const proof = { response, challenge: found.challenge, mustVerifyUser: true };
        if (!(await checkPasskey(tx, config, passkey, proof))) return undefined;
        const { tokenHash } = key;
        return openSession(tx, deps, passkey.user_id, { ...origin, by: 'passkey', tokenHash });
      }));
    if (person) return person;
    await recordFailure(db, named?.user_id, { by: 'passkey', network: origin.network });
    throw secondFactorInvalid('This passkey does not belong to an account here, or could not be checked.');
  });
}

const waitHours = 72;

/**
 * The way back for users who have lost their factors and recovery codes. The mailbox alone must not be enough, so the
 * factors end only after a waiting period, and the e-mail about it has a link that stops it.
 */
export async function beginFactorReset(deps: AuthDeps, ticket: string, origin: Origin): Promise<Date> {
  return countFailures(deps.limiter, { address: origin.address }, () => reportLoss(deps, ticket, origin));
}

async function reportLoss({ db, config }: AuthDeps, ticket: string, origin: Origin): Promise<Date> {
  const key = keyOf(ticket, 'second', origin);
  const found = key && (await findTicket(db, key));
  if (!found || found.user_id === null) throw ticketEnded();
  if (found.method !== 'reset link') {
    throw secondFactorInvalid(
      'Please choose a new password by e-mail first. It shows that the address of the account is yours.',
    );
  }
  const { user_id: userId } = found;
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !(await takeTicket(tx, key.tokenHash))) throw ticketEnded();
    const endsAt = await putFactorReset(tx, userId, waitHours);
    await sendAlert(tx, config, account, {
      kind: 'factors-lost',
      content: (notMeUrl) => factorsLostEmail({ firstName: account.first_name, endsAt, notMeUrl }),
    });
    return endsAt;
  });
}
