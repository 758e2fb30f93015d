import type { RevisedField } from '@gyan/contract/revisions.ts';
import { queryOptions } from '@tanstack/react-query';
import type { EntityRef } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

type RemixRef = EntityRef<'card' | 'chain'>;

/** What changed in the original of the viewer's copy. */
export const remixChanges = (userId: number, { kind, id }: RemixRef) =>
  queryOptions({
    queryKey: queryKeys.remixChanges(userId, kind, id),
    queryFn: ({ signal }) =>
      api('GET /r/remix_changes', { query: kind === 'card' ? { postId: id } : { chapterId: id }, signal }),
    // The original may change at any time.
    staleTime: 0,
  });

/** Takes fields of the original into the copy; without fields the offer ends. */
export const takeOver = (cardId: number, fieldVec: RevisedField[]) =>
  api('PUT /r/remix_take', { body: { postId: cardId, fieldVec } });

/** Copies a card into the viewer's drafts and returns the id of the draft. */
export async function remixCard(cardId: number): Promise<number | undefined> {
  const { postModel } = await api('POST /r/remix', { body: { kind: 'post', id: cardId } });
  return postModel?.id;
}

export async function remixChainCards(chainId: number, copyCards: boolean): Promise<number | undefined> {
  const { chapterModel } = await api('POST /r/remix', { body: { kind: 'chapter', id: chainId, copyCards } });
  return chapterModel?.id;
}
