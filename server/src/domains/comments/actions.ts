import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { Database, TransactionalDb } from '#db/pool.ts';
import { recordAudit } from '#domains/users/audit.ts';
import {
  countOfDay,
  hasLimits,
  hasLink,
  type NewAccountConfig,
  refuseLink,
} from '#domains/users/new-accounts.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { canDeleteComment, canEditComment } from './policy.ts';
import { type CommentRow, deleteComment, insertComment, lockComment, updateComment } from './queries.ts';

/** Undefined when the card, or the comment it answers, is not visible to the viewer. */
export async function addComment(
  db: TransactionalDb,
  config: NewAccountConfig,
  viewer: Viewer,
  { postId: cardId, rawText: text, answerTo }: ParsedBody<'POST /r/comment'>,
): Promise<string | undefined> {
  const comment = { cardId, text, answerTo };
  // One statement for nearly everybody.
  const written = await insertComment(db, viewer, comment, { unlessNew: config.newAccountLimits });
  if (written !== undefined || !(await hasLimits(db, config, viewer))) return written;
  refuseLink(text);
  return db.transaction(async (tx) => {
    const limited = await insertComment(tx, viewer, comment, { unlessNew: false });
    if (limited !== undefined) await countOfDay(tx, viewer, 'comments');
    return limited;
  });
}

export async function editComment(
  db: Database,
  config: NewAccountConfig,
  viewer: Viewer,
  { commentId, text }: { commentId: number; text: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const comment = found(await lockComment(tx, viewer, commentId));
    if (!canEditComment(viewer, comment)) {
      throw new ProblemError('forbidden', 'Only the author of a comment can change it.');
    }
    if (hasLink(text) && (await hasLimits(tx, config, viewer))) refuseLink(text);
    return found(await updateComment(tx, viewer, { id: commentId, text }));
  });
}

/** Returns the card's new number of comments. */
export async function removeComment(db: Database, viewer: Viewer, commentId: number): Promise<number> {
  return db.transaction(async (tx) => {
    const comment = found(await lockComment(tx, viewer, commentId));
    if (!canDeleteComment(viewer, comment)) {
      throw new ProblemError(
        'forbidden',
        'Only the author of a comment, the owner of the card and admins can delete it.',
      );
    }
    const left = found(await deleteComment(tx, comment));
    if (isByAdmin(viewer, comment)) {
      await recordAudit(tx, {
        actorId: viewer.userId,
        action: 'comment.delete',
        target: { kind: 'card', id: comment.cardId },
        detail: { commentId },
      });
    }
    return left;
  });
}

/** Deleting one's own comment, or one below one's own card, is not audited. */
function isByAdmin(viewer: Viewer, comment: CommentRow): boolean {
  return viewer.userId !== comment.ownerId && viewer.userId !== comment.cardOwnerId;
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ProblemError('not_found', 'This comment is not here, or not any more.');
  return row;
}
