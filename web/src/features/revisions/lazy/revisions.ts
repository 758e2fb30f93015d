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
 * Gives the card the content it had before an edit. Returns the function that undoes it, or undefined if the card
 * already had that content.
 */
export async function restoreBefore(cardId: number, revisionId: number) {
  const before = await latestRevision(cardId);
  await sendRestore(cardId, revisionId);
  // The restore is an edit too: undoing it restores what was before.
  const made = await latestRevision(cardId);
  if (made === undefined || made === before) return undefined;
  return () => sendRestore(cardId, made);
}
