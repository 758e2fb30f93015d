import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

const limit = 20;

/** The edits of a card, latest first. */
export const revisionsOf = (userId: number, cardId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.revisions(userId, cardId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/revisions', { query: { postId: cardId, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The card may have been edited since.
    staleTime: 0,
  });

async function latestRevision(cardId: number): Promise<number | undefined> {
  const { revisionModelVec } = await api('GET /r/revisions', { query: { postId: cardId, limit: 1 } });
  return revisionModelVec[0]?.revisionId;
}

const sendRestore = (cardId: number, revisionId: number) =>
  api('PUT /r/post_restore', { body: { postId: cardId, revisionId } });

/**
 * Gives the card the content it had before an edit. Returns whether that changed the card, and the function
 * that undoes it, unless the edit to undo could not be fetched.
 */
export async function restoreBefore(cardId: number, revisionId: number) {
  const before = await latestRevision(cardId);
  await sendRestore(cardId, revisionId);
  // The restore is an edit too: undoing it restores what was before.
  const made = await latestRevision(cardId).catch(() => null);
  if (made === null) return { changed: true };
  if (made === undefined || made === before) return { changed: false };
  return { changed: true, undo: () => sendRestore(cardId, made) };
}
