import { randomBytes } from 'node:crypto';
import type { ParsedBody } from '@gyan/contract/calls.ts';
import { mostFactors } from '@gyan/contract/limits.ts';
import type { Db, Transaction, TransactionalDb } from '#db/pool.ts';
import { findAccount } from '#domains/auth/account-queries.ts';
import type { AuthDeps } from '#domains/auth/actions.ts';
import { countFailures } from '#domains/auth/attempts.ts';
import { confirmIdentity, lockOwnAccount } from '#domains/auth/reauthentication.ts';
import { factorChangedEmail } from '#domains/mail/emails.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { sendAlert } from './alerts.ts';
import { checkFactor, secondFactorInvalid } from './check-factor.ts';
import {
  type Options,
  type RegisteredPasskey,
  registrationOptions,
  signInOptions,
  verifyRegistration,
} from './passkeys.ts';
import {
  confirmTotp,
  countFactors,
  deleteFactor,
  deleteFactorReset,
  deleteRecoveryCodesOf,
  findNewTotp,
  insertPasskey,
  insertTotp,
  replaceRecoveryCodes,
} from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { decrypt, encrypt, openKey } from './secrets.ts';
import { factorAccount } from './sign-in.ts';
import { insertTicket, takeChallenge, takeTicket, tryTicket } from './ticket-queries.ts';
import { otpauthUrl, stepOf } from './totp.ts';

const secretBytes = 20;

type CurrentPassword = string | null | undefined;

/** Within a transaction the account is locked, so that concurrent requests do not exceed the number. */
async function refuseTooMany(db: Db, userId: number): Promise<void> {
  if ((await countFactors(db, userId)) < mostFactors) return;
  throw new ProblemError('conflict', `You can have at most ${mostFactors} factors. Please remove one first.`);
}

/** Tells the owner by e-mail what has changed. */
async function tellOwner(
  tx: Transaction,
  { config }: Pick<AuthDeps, 'config'>,
  account: { id: number; email: string; first_name: string },
  change: string,
): Promise<void> {
  await sendAlert(tx, config, account, {
    kind: 'factor-changed',
    content: (notMeUrl) => factorChangedEmail({ firstName: account.first_name, change, notMeUrl }),
  });
}

export async function beginPasskeyRegistration(
  deps: AuthDeps,
  viewer: Viewer,
  currentPasswd: CurrentPassword,
): Promise<{ options: Options['options']; ticket: string }> {
  await confirmIdentity(deps, viewer, { currentPasswd });
  const { db, config } = deps;
  const { userId } = viewer;
  await refuseTooMany(db, userId);
  const account = await findAccount(db, userId);
  if (!account) throw new ProblemError('unauthenticated');
  const name = `${account.first_name} ${account.last_name}`.trim();
  const { options, challenge } = await registrationOptions(db, config, {
    id: userId,
    email: account.email,
    name: name === '' ? account.email : name,
  });
  const ticket = newToken();
  await insertTicket(db, { tokenHash: hashToken(ticket), purpose: 'register', userId, challenge });
  return { options, ticket };
}

/** The step of a registration that needs no transaction. */
export async function verifyPasskey(
  { db, config }: AuthDeps,
  { userId }: Viewer,
  { ticket, response }: ParsedBody<'POST /r/passkey'>,
): Promise<RegisteredPasskey & { tokenHash: Buffer }> {
  const tokenHash = hashToken(ticket);
  const found = await tryTicket(db, { tokenHash, purpose: 'register', browserHash: undefined });
  const passkey =
    found?.user_id === userId && found.challenge !== null
      ? await verifyRegistration(config, response, found.challenge)
      : undefined;
  if (!passkey) throw secondFactorInvalid('This passkey could not be checked. Please begin again.');
  return { ...passkey, tokenHash };
}

/** The new factor as JSON text. */
export async function addPasskey(
  db: TransactionalDb,
  deps: AuthDeps,
  viewer: Viewer,
  { name, tokenHash, ...passkey }: RegisteredPasskey & { name: string; tokenHash: Buffer },
): Promise<string> {
  return db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    if (!(await takeTicket(tx, tokenHash))) throw secondFactorInvalid('Please begin again.');
    await refuseTooMany(tx, account.id);
    const model = await insertPasskey(tx, { ...passkey, userId: account.id, name });
    if (model === undefined) throw new ProblemError('conflict', 'This passkey is registered already.');
    await tellOwner(tx, deps, account, 'A passkey was added.');
    return model;
  });
}

export async function beginTotp(
  deps: AuthDeps,
  viewer: Viewer,
  { name, currentPasswd }: ParsedBody<'POST /r/totp'>,
): Promise<{ factorId: number; otpauthUrl: string }> {
  await confirmIdentity(deps, viewer, { currentPasswd });
  const { db, config } = deps;
  const key = await openKey(db, config);
  const secret = randomBytes(secretBytes);
  return db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    await refuseTooMany(tx, account.id);
    const sealed = encrypt(key, account.id, secret);
    const factorId = await insertTotp(tx, { userId: account.id, name, secret: sealed });
    return { factorId, otpauthUrl: otpauthUrl(secret, account.email) };
  });
}

/** The time step of a right code. Wrong codes count like wrong second factors. */
export async function checkNewTotp(
  { db, limiter, config }: AuthDeps,
  { userId }: Viewer,
  { factorId, code }: ParsedBody<'POST /r/totp_confirm'>,
): Promise<number> {
  return countFailures(limiter, { account: factorAccount(userId) }, async () => {
    const factor = await findNewTotp(db, userId, factorId);
    if (!factor) throw new ProblemError('not_found', 'This set-up has ended. Please begin again.');
    const secret = decrypt(await openKey(db, config), userId, factor.secret);
    const step = secret && stepOf(secret, code);
    if (step === undefined) throw secondFactorInvalid();
    return step;
  });
}

/** The new factor as JSON text. Its first code is used up. */
export async function addTotp(
  db: TransactionalDb,
  deps: AuthDeps,
  viewer: Viewer,
  { factorId, step }: { factorId: number; step: number },
): Promise<string> {
  return db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    const model = await confirmTotp(tx, factorId, step);
    if (model === undefined)
      throw new ProblemError('not_found', 'This set-up has ended. Please begin again.');
    await tellOwner(tx, deps, account, 'An authenticator app was added.');
    return model;
  });
}

export async function removeFactor(
  deps: AuthDeps,
  viewer: Viewer,
  { factorId, currentPasswd }: { factorId: number; currentPasswd: CurrentPassword },
): Promise<void> {
  await confirmIdentity(deps, viewer, { currentPasswd });
  await deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    if (!(await deleteFactor(tx, account.id, factorId)))
      throw new ProblemError('not_found', 'This factor is not here, or not any more.');
    if ((await countFactors(tx, account.id)) === 0) {
      await deleteRecoveryCodesOf(tx, account.id);
      await deleteFactorReset(tx, account.id);
    }
    await tellOwner(tx, deps, account, 'One of your second factors was removed.');
  });
}

/**
 * Stops the removal of factors that were reported as lost. It needs the password in any case: a recent sign-in may be
 * one with a stolen factor.
 */
export async function stopFactorReset(
  deps: AuthDeps,
  viewer: Viewer,
  currentPasswd: CurrentPassword,
): Promise<void> {
  await confirmIdentity(deps, viewer, { recentMinutes: 0, currentPasswd });
  await deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    if (!(await deleteFactorReset(tx, account.id))) return;
    await tellOwner(tx, deps, account, 'The removal of your second factors was stopped.');
  });
}

/** The only time the codes are known. */
export async function createRecoveryCodes(
  deps: AuthDeps,
  viewer: Viewer,
  currentPasswd: CurrentPassword,
): Promise<string[]> {
  await confirmIdentity(deps, viewer, { currentPasswd });
  const codes = newRecoveryCodes();
  await deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, viewer);
    await replaceRecoveryCodes(tx, account.id, codes.map(hashRecoveryCode));
    await tellOwner(tx, deps, account, 'New recovery codes were made, and the old ones have ended.');
  });
  return codes;
}

export async function beginReauthentication(
  { db, config }: AuthDeps,
  { userId }: Viewer,
): Promise<{ options: Options['options']; ticket: string }> {
  const { options, challenge } = await signInOptions(db, config, userId);
  const ticket = newToken();
  await insertTicket(db, { tokenHash: hashToken(ticket), purpose: 'confirm', userId, challenge });
  return { options, ticket };
}

/** Checks the password or a factor; throws unless it is right. */
export async function reauthenticate(
  deps: AuthDeps,
  viewer: Viewer,
  { currentPasswd, kind, ticket, response }: ParsedBody<'POST /r/reauthenticate'>,
): Promise<void> {
  if (kind === undefined || response === undefined) {
    // Never recent enough: the password itself is asked for.
    await confirmIdentity(deps, viewer, { recentMinutes: 0, currentPasswd });
    return;
  }
  const { db, limiter, config } = deps;
  const { userId } = viewer;
  await countFailures(limiter, { account: factorAccount(userId) }, async () => {
    const challenge = kind === 'passkey' ? await takeChallenge(db, userId, hashToken(ticket ?? '')) : null;
    const isRight = await db.transaction(async (tx) => {
      await lockOwnAccount(tx, viewer);
      return checkFactor(tx, config, userId, { kind, response, challenge });
    });
    if (!isRight) throw secondFactorInvalid();
  });
}
