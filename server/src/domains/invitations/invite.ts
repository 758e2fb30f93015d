import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { findAccount } from '#domains/auth/account-queries.ts';
import { accountKey } from '#domains/auth/actions.ts';
import { named, sendRequestEmail } from '#domains/connections/emails.ts';
import { lockPair, lockSelf, type PairedPerson } from '#domains/connections/pair.ts';
import { connect, findRelationship } from '#domains/connections/queries.ts';
import {
  deleteRequestOf,
  findRequestToAddress,
  insertRequest,
} from '#domains/connections/request-queries.ts';
import type { ConnectionDeps, RequestResult } from '#domains/connections/requests.ts';
import { isOneAddress, queueMail } from '#domains/mail/actions.ts';
import { consumeMailBudget } from '#domains/mail/budget.ts';
import { emailLink, invitationEmail } from '#domains/mail/emails.ts';
import { checkNewInvitation } from '#domains/users/new-accounts.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { findMemberByAddress, isBlockedAddress, lockAddress } from './address-queries.ts';

/** Checks an address and counts an invitation to it, unless a request to it is waiting already. */
export async function checkInvitation(
  { db, limiter, config }: ConnectionDeps,
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
  await checkNewInvitation(db, config, viewer);
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
export async function inviteAddress(
  db: TransactionalDb,
  config: ConnectionDeps['config'],
  viewer: Viewer,
  email: string,
): Promise<RequestResult> {
  return db.transaction(async (tx) => {
    await lockAddress(tx, email);
    const memberId = await findMemberByAddress(tx, email);
    const pair = memberId === undefined ? undefined : await lockPair(tx, viewer, memberId);
    const me = pair?.me ?? (await lockSelf(tx, viewer));
    const known = await findRequestToAddress(tx, me.id, email);
    if (known && !known.expired) return requestSent(known.id);
    if (known) await deleteRequestOf(tx, known.id, me.id);
    if (pair) return requestMember(tx, config, pair, email);
    if (await isBlockedAddress(tx, me.id, email)) return storeWithoutReceiver(tx, me.id, email);
    return inviteNonMember(tx, config, me, email);
  });
}

const requestSent = (connectionReqId: number): RequestResult => ({ connectionReqId, sentConnRequest: true });

/**
 * Stores a request without a receiver and sends no e-mail; to the sender it looks like any other. For blocks, and for
 * users who are connected or have a request already.
 */
const storeWithoutReceiver = async (
  tx: Transaction,
  senderId: number,
  email: string,
): Promise<RequestResult> =>
  requestSent(await insertRequest(tx, { senderId, receiverId: null, email, tokenHash: null }));

async function requestMember(
  tx: Transaction,
  config: ConnectionDeps['config'],
  { me, other }: { me: PairedPerson; other: PairedPerson },
  email: string,
): Promise<RequestResult> {
  const relationship = await findRelationship(tx, me.id, other.id);
  if (relationship.received !== null) {
    await connect(tx, { sender: other, receiver: me, requestId: relationship.received });
    return { connectionReqId: relationship.received, connected: true };
  }
  if (relationship.blocked || relationship.connectedBy !== null || relationship.sent !== null) {
    return storeWithoutReceiver(tx, me.id, email);
  }
  const token = newToken();
  const tokenHash = hashToken(token);
  const id = await insertRequest(tx, { senderId: me.id, receiverId: other.id, email, tokenHash });
  await sendRequestEmail(tx, config, { sender: me, receiver: other, token });
  return requestSent(id);
}

async function inviteNonMember(
  tx: Transaction,
  config: ConnectionDeps['config'],
  me: PairedPerson,
  email: string,
): Promise<RequestResult> {
  const token = newToken();
  const id = await insertRequest(tx, {
    senderId: me.id,
    receiverId: null,
    email,
    tokenHash: hashToken(token),
  });
  if (await consumeMailBudget(tx, config, email)) {
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
  return requestSent(id);
}
