import type { Database, TransactionalDb } from '#db/pool.ts';
import { userNotFound } from '#domains/users/actions.ts';
import { countOfDay, hasLimits, type NewAccountConfig } from '#domains/users/new-accounts.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newToken } from '#lib/tokens.ts';
import { type EmailConfig, sendRequestEmail } from './emails.ts';
import { isPresent, lockPair, lockSelf } from './pair.ts';
import { connect, deleteConnection, findAccepted, findRelationship } from './queries.ts';
import {
  deleteRequestOf,
  detachRequest,
  findRequest,
  insertRequest,
  type RequestRow,
  takeRequest,
} from './request-queries.ts';

export interface ConnectionDeps {
  db: Database;
  limiter: Limiter;
  config: EmailConfig & NewAccountConfig;
}

/** The result of a request. The id also names a request of the other user that this one accepted. */
export interface RequestResult {
  connectionReqId: number;
  connected?: boolean;
  sentConnRequest?: boolean;
}

/** If the other user has a request waiting, this connects the two. Asking again changes nothing. */
export async function requestConnection(
  db: TransactionalDb,
  config: EmailConfig & NewAccountConfig,
  viewer: Viewer,
  { userId, sendsEmail }: { userId: number; sendsEmail: boolean },
): Promise<RequestResult> {
  return db.transaction(async (tx) => {
    const { me, other } = await lockPair(tx, viewer, userId);
    const relationship = await findRelationship(tx, me.id, other.id);
    if (!isPresent(other) || relationship.blocked) throw userNotFound();
    if (relationship.connectedBy !== null)
      return { connectionReqId: relationship.connectedBy, connected: true };
    if (relationship.received !== null) {
      await connect(tx, { sender: other, receiver: me, requestId: relationship.received });
      return { connectionReqId: relationship.received, connected: true };
    }
    if (relationship.sent !== null) return { connectionReqId: relationship.sent, sentConnRequest: true };
    // The sender must not learn that the address belongs to this user.
    if (relationship.sentByAddress !== null) await detachRequest(tx, relationship.sentByAddress);
    const token = newToken();
    const connectionReqId = await insertRequest(tx, {
      senderId: me.id,
      receiverId: other.id,
      email: null,
      tokenHash: hashToken(token),
    });
    if (sendsEmail) await sendRequestEmail(tx, config, { sender: me, receiver: other, token });
    if (await hasLimits(tx, config, viewer)) await countOfDay(tx, viewer, 'requests');
    return { connectionReqId, sentConnRequest: true };
  });
}

/**
 * Counts a request to a user. Above the limits the request is still made, but without an e-mail: sending and
 * withdrawing requests cannot fill a mailbox. Returns whether an e-mail may be sent.
 */
export async function consumeRequestLimits(
  limiter: Limiter,
  viewer: Viewer,
  receiverId: number,
): Promise<boolean> {
  if (receiverId === viewer.userId) throw new ProblemError('conflict', 'You cannot connect to yourself.');
  try {
    await limiter.consume('invitations', 'account', `${viewer.userId} ${receiverId}`);
    await limiter.consume('invitations', 'userDaily', `${viewer.userId} by name`);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/** Returns the sender. Accepting an accepted request again returns the same. */
export async function acceptRequest(db: Database, viewer: Viewer, id: number): Promise<number> {
  const request = await findRequest(db, id);
  const isMine = request?.receiverId === viewer.userId;
  const accepted =
    isMine &&
    (await db.transaction(async (tx) => {
      const { me, other } = await lockPair(tx, viewer, request.senderId);
      if (!isPresent(other) || !(await takeRequest(tx, id, me.id))) return false;
      const byAddress = request.email !== null;
      await connect(tx, { sender: other, receiver: me, requestId: id, byAddress });
      return true;
    }));
  const senderId = accepted ? request.senderId : await findAccepted(db, viewer.userId, { id });
  if (senderId === undefined) throw requestNotFound();
  return senderId;
}

/** The sender withdraws a request or the receiver declines it; the other side is not notified. */
export async function endRequest(db: Database, viewer: Viewer, id: number): Promise<void> {
  const request = await findRequest(db, id);
  const ended =
    request?.senderId === viewer.userId
      ? await withdraw(db, viewer, request)
      : request?.receiverId === viewer.userId && (await decline(db, viewer, request));
  if (!ended) throw requestNotFound();
}

async function withdraw(db: Database, viewer: Viewer, request: RequestRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await (request.receiverId === null ? lockSelf(tx, viewer) : lockPair(tx, viewer, request.receiverId));
    return deleteRequestOf(tx, request.id, viewer.userId);
  });
}

async function decline(db: Database, viewer: Viewer, request: RequestRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPair(tx, viewer, request.senderId);
    if (request.email === null) return takeRequest(tx, request.id, viewer.userId);
    const current = await findRequest(tx, request.id);
    if (current?.receiverId !== viewer.userId) return false;
    await detachRequest(tx, request.id);
    return true;
  });
}

export async function endConnection(db: Database, viewer: Viewer, userId: number): Promise<void> {
  const ended =
    userId !== viewer.userId &&
    (await db.transaction(async (tx) => {
      const { me, other } = await lockPair(tx, viewer, userId);
      return isPresent(other) && (await deleteConnection(tx, me.id, other.id));
    }));
  if (!ended) throw new ProblemError('not_found', 'You are not connected to this person.');
}

function requestNotFound(): ProblemError {
  return new ProblemError('not_found', 'This request is not here any more.');
}
