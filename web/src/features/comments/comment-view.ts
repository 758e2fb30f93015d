import type { CommentModel } from '@gyan/contract/comments.ts';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import type { PageOf } from '#lib/use-pages.ts';

/** A comment as it is shown. */
export interface CommentView {
  id: number;
  text: string;
  owner: Owner;
  /** Nanoseconds since the epoch. */
  createdAt: number;
  edited: boolean;
  can?: { edit: boolean; delete: boolean };
}

export const commentView = (comment: CommentModel): CommentView => ({
  id: comment.id,
  text: comment.text,
  owner: ownerOf(comment.ownerModel),
  createdAt: comment.createdAt,
  edited: comment.editedAt != null,
  ...(comment.can ? { can: comment.can } : {}),
});

export const commentPage = (
  comments: readonly CommentModel[],
  nextCursor: string | null | undefined,
): PageOf<CommentView> => ({ items: comments.map(commentView), nextCursor: nextCursor ?? null });
