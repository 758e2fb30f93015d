import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { findAccount } from '#domains/auth/account-queries.ts';
import { accountKey } from '#domains/auth/actions.ts';
import { named, sendAcceptedEmail, sendRequestEmail } from '#domains/connections/emails.ts';
import { lockPair, lockSelf, type PairedPerson } from '#domains/connections/pair.ts';
import { connect, findStanding } from '#domains/connections/queries.ts';
import {
  deleteRequestOf,
  findRequestToAddress,
  insertRequest,
} from '#domains/connections/request-queries.ts';
import type { Asked, ConnectionDeps } from '#domains/connections/requests.ts';
import { isOneAddress, queueMail } from '#domains/mail/actions.ts';
import { takeMailBudget } from '#domains/mail/budget.ts';
import { emailLink, invitationEmail } from '#domains/mail/emails.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { findMemberByAddress, isBlockedAddress, lockAddress } from './address-queries.ts';

/** Checks an address and counts an invitation to it, unless a request to it is waiting already. */
export async function checkInvitation(
  { db, limiter }: ConnectionDeps,
  viewer: Viewer,
  { email, field, countUser }: { email: string; field: string; countUser: boolean },
): Promise<void> {
  if (!isOneAddress(email)) throw invalidField(field, 'Invalid email address');
  const account = await findAccount(db, viewer.userId);
  if (account && accountKey(account.email) === accountKey(email)) {
    throw new ProblemError('conflict', 'This is your own address.');
  }
  const before = await findRequestToAddress(db, viewer.userId, email);
  if (before && !before.expired) return;
  if (countUser) {
    await limiter.consume('invitations', 'user', String(viewer.userId));
    await limiter.consume('invitations', 'userDaily', String(viewer.userId));
  }
  await limiter.consume('invitations', 'account', accountKey(email));
}

/**
 * Sends a connection request to the owner of an address, or an invitation if there is no such user. The answer, the
 * limits and the list of sent requests are the same for both, so the sender cannot distinguish them.
 */
export async function askAddress(
  db: TransactionalDb,
  config: ConnectionDeps['config'],
  viewer: Viewer,
  email: string,
): Promise<Asked> {
  return db.transaction(async (tx) => {
    await lockAddress(tx, email);
    const memberId = await findMemberByAddress(tx, email);
    const pair = memberId === undefined ? undefined : await lockPair(tx, viewer, memberId);
    const me = pair?.me ?? (await lockSelf(tx, viewer));
    const known = await findRequestToAddress(tx, me.id, email);
    if (known && !known.expired) return waiting(known.id);
    if (known) await deleteRequestOf(tx, known.id, me.id);
    if (pair) return askMember(tx, config, pair, email);
    if (await isBlockedAddress(tx, me.id, email)) return waitForNobody(tx, me.id, email);
    return inviteStranger(tx, config, me, email);
  });
}

const waiting = (connectionReqId: number): Asked => ({ connectionReqId, sentConnRequest: true });

/**
 * Stores a request without a receiver and sends no e-mail; to the sender it looks like any other. For blocks, and for
 * users who are connected or have a request already.
 */
const waitForNobody = async (tx: Transaction, senderId: number, email: string): Promise<Asked> =>
  waiting(await insertRequest(tx, { senderId, receiverId: null, email, tokenHash: null }));

async function askMember(
  tx: Transaction,
  config: ConnectionDeps['config'],
  { me, other }: { me: PairedPerson; other: PairedPerson },
  email: string,
): Promise<Asked> {
  const standing = await findStanding(tx, me.id, other.id);
  if (standing.received !== null) {
    await connect(tx, { sender: other, receiver: me, requestId: standing.received });
    await sendAcceptedEmail(tx, config, { sender: other, receiver: me });
    return { connectionReqId: standing.received, connected: true };
  }
  if (standing.blocked || standing.connectedBy !== null || standing.sent !== null) {
    return waitForNobody(tx, me.id, email);
  }
  const token = newToken();
  const tokenHash = hashToken(token);
  const id = await insertRequest(tx, { senderId: me.id, receiverId: other.id, email, tokenHash });
  await sendRequestEmail(tx, config, { sender: me, receiver: other, token });
  return waiting(id);
}

async function inviteStranger(
  tx: Transaction,
  config: ConnectionDeps['config'],
  me: PairedPerson,
  email: string,
): Promise<Asked> {
  const token = newToken();
  const id = await insertRequest(tx, {
    senderId: me.id,
    receiverId: null,
    email,
    tokenHash: hashToken(token),
  });
  if (await takeMailBudget(tx, config, email)) {
    await queueMail(tx, config, {
      to: email,
      kind: 'invitation',
      about: me.id,
      content: invitationEmail({
        sender: named(me),
        url: emailLink(config.publicUrl, '/aei', { t: token }),
      }),
    });
  }
  return waiting(id);
}
