import type { CommentModel } from '@gyan/contract/comments.ts';
import type { Moderation } from '@gyan/contract/moderated.ts';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import type { PageOf } from '#lib/use-pages.ts';
import type { Mention } from './mentions.ts';

/** A comment as it is shown. */
export interface CommentView {
  id: number;
  /** As stored: `@[userId]` stands for a user. */
  text: string;
  mentions: Mention[];
  /** The comment that it answers. */
  answerTo?: number | undefined;
  owner: Owner;
  /** Nanoseconds since the epoch. */
  createdAt: number;
  edited: boolean;
  can?: { edit: boolean; delete: boolean };
  /** While it is hidden. */
  moderation?: Moderation;
}

export const commentView = (comment: CommentModel): CommentView => ({
  id: comment.id,
  text: comment.text,
  mentions: comment.mentionVec ?? [],
  answerTo: comment.answerTo ?? undefined,
  owner: ownerOf(comment.ownerModel),
  createdAt: comment.createdAt,
  edited: comment.editedAt != null,
  ...(comment.can ? { can: comment.can } : {}),
  ...(comment.moderation ? { moderation: comment.moderation } : {}),
});

export const commentPage = (
  comments: readonly CommentModel[],
  nextCursor: string | null | undefined,
): PageOf<CommentView> => ({ items: comments.map(commentView), nextCursor: nextCursor ?? null });
