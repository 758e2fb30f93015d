import { queryOptions } from '@tanstack/react-query';
import { commentPage } from '#features/comments/comment-view.ts';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Loads the card for this viewer into the entity store and returns its newest comments. */
export async function readViewerCard(cardId: number, signal?: AbortSignal) {
  const { commentModelVec, commentCursor } = await api('GET /r/post', {
    query: { postId: String(cardId) },
    signal,
  });
  return commentPage(commentModelVec, commentCursor);
}

export const viewerCard = (userId: number, cardId: number) =>
  queryOptions({
    queryKey: queryKeys.card(userId, cardId),
    queryFn: ({ signal }) => readViewerCard(cardId, signal),
  });
