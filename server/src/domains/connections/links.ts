import type { UserModel } from '@gyan/contract/users.ts';
import type { Database } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken } from '#lib/tokens.ts';
import { isPresent, lockPair } from './pair.ts';
import { connect, findAccepted, findRelationship } from './queries.ts';
import { findRequestByToken, findSenderByToken, takeRequestByToken } from './request-queries.ts';

/**
 * Accepts by an e-mail link and returns the sender. A request's link works for its receiver, an invitation's link for
 * the first user who opens it. Repeating the call returns the same to that user and fails for others.
 */
export async function acceptByLink(db: Database, viewer: Viewer, token: string): Promise<number> {
  const senderId = await followLink(db, viewer, hashToken(token));
  if (senderId === undefined) throw linkInvalid();
  return senderId;
}

/** Who sent the link, for visitors who have to sign in first. */
export async function getSender(db: Database, token: string): Promise<UserModel> {
  const sender = await findSenderByToken(db, hashToken(token));
  if (!sender) throw linkInvalid();
  return sender;
}

/** The same for a link that was stored with a registration; undefined if the link is invalid. */
export async function followLink(
  db: Database,
  viewer: Pick<Viewer, 'userId'>,
  tokenHash: Buffer,
): Promise<number | undefined> {
  const request = await findRequestByToken(db, tokenHash);
  const isForMe =
    request && request.senderId !== viewer.userId && (request.receiverId ?? viewer.userId) === viewer.userId;
  const accepted =
    isForMe &&
    (await db.transaction(async (tx) => {
      const { me, other } = await lockPair(tx, viewer, request.senderId);
      const relationship = await findRelationship(tx, me.id, other.id);
      if (!isPresent(other) || relationship.blocked) return false;
      const requestId = await takeRequestByToken(tx, tokenHash, me.id);
      if (requestId === undefined) return false;
      const byAddress = request.email !== null;
      await connect(tx, { sender: other, receiver: me, requestId, byAddress, tokenHash });
      return true;
    }));
  return accepted ? request.senderId : findAccepted(db, viewer.userId, { tokenHash });
}

/** One error for all reasons. */
function linkInvalid(): ProblemError {
  return new ProblemError(
    'token_invalid',
    'This link does not work any more. Links work once, for a limited time, and for the person they were sent to.',
  );
}
