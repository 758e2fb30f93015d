import type { Database } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken } from '#lib/tokens.ts';
import { type LetterConfig, sendAcceptedLetter } from './letters.ts';
import { isPresent, lockPair } from './pair.ts';
import { connect, findAccepted, findStanding } from './queries.ts';
import { findRequestByToken, takeRequestByToken } from './request-queries.ts';

/**
 * Accepts by the link of a letter and answers who had written it. The link of a request works for the one it was sent to, that of an
 * invitation for whoever comes with it first; afterwards it says the same again to them, and to nobody else.
 */
export async function acceptByLink(deps: LinkDeps, viewer: Viewer, token: string): Promise<number> {
  const senderId = await followLink(deps, viewer, hashToken(token));
  if (senderId === undefined) throw linkInvalid();
  return senderId;
}

interface LinkDeps {
  db: Database;
  config: LetterConfig;
}

/** The same for somebody who has left the link with us; nobody where it does not work. */
export async function followLink(
  { db, config }: LinkDeps,
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
      const standing = await findStanding(tx, me.id, other.id);
      if (!isPresent(other) || standing.blocked) return false;
      const requestId = await takeRequestByToken(tx, tokenHash, me.id);
      if (requestId === undefined) return false;
      await connect(tx, { sender: other, receiver: me, requestId, tokenHash });
      if (standing.connectedBy === null)
        await sendAcceptedLetter(tx, config, { sender: other, receiver: me });
      return true;
    }));
  return accepted ? request.senderId : findAccepted(db, viewer.userId, { tokenHash });
}

/** One answer whatever the reason. */
function linkInvalid(): ProblemError {
  return new ProblemError(
    'token_invalid',
    'This link does not work any more. Links work once, for a limited time, and for the person they were sent to.',
  );
}
