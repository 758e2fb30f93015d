import type { SavedItemModel, SavedKind } from '@gyan/contract/saved.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cardView } from '#features/cards/card-view.ts';
import { chainView } from '#features/chains/chain-view.ts';
import type { EntityRef } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { subjectView } from '#features/subjects/subject-view.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { type SavedChange, type SavedState, withSaved } from '../saved-state.ts';

const kinds = { card: 'post', chain: 'chapter', subject: 'subject' } as const;
const limit = 12;

const kindOf = ({ kind }: EntityRef): SavedKind => kinds[kind];

export const savedState = (userId: number, target: EntityRef) =>
  queryOptions({
    queryKey: queryKeys.savedState(userId, target.kind, target.id),
    queryFn: ({ signal }) =>
      api('GET /r/saved_state', { query: { kind: kindOf(target), id: target.id }, signal }),
    staleTime: 0,
  });

function refreshLists(client: QueryClient, userId: number) {
  void client.invalidateQueries({ queryKey: queryKeys.allSaved(userId) });
  void client.invalidateQueries({ queryKey: queryKeys.savedLists(userId) });
}

export const sendSaved = (target: EntityRef, { saved, listId }: SavedChange) =>
  api('PUT /r/saved', { body: { kind: kindOf(target), id: target.id, saved, listId } });

/**
 * Saves something, with an optimistic update of its state. Changes of one item are sent one after the other.
 * The lists are fetched again only after the component unmounts: the one that shows this item may lose it.
 */
export function useSave(userId: number, target: EntityRef) {
  const client = useQueryClient();
  const { queryKey } = savedState(userId, target);
  const mutationKey = queryKey;
  const isOpen = useRef(true);
  /** The state without the changes that the server does not have yet. */
  const confirmed = useRef<SavedState>(undefined);
  const isOnly = () => client.isMutating({ mutationKey }) === 1;
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      refreshLists(client, userId);
    };
  }, [client, userId]);

  return useMutation({
    mutationKey,
    scope: { id: `saved ${target.kind} ${target.id}` },
    mutationFn: (change: SavedChange) => sendSaved(target, change),
    onMutate: (change) => {
      void client.cancelQueries({ queryKey });
      if (isOnly()) confirmed.current = client.getQueryData(queryKey);
      client.setQueryData<SavedState>(queryKey, (state) => state && withSaved(state, change));
    },
    onSuccess: (_, change) => {
      confirmed.current &&= withSaved(confirmed.current, change);
    },
    onSettled: () => {
      // An answer without the waiting changes would undo them on the screen.
      if (!isOnly()) return;
      // The state is right also when it cannot be fetched.
      client.setQueryData(queryKey, confirmed.current);
      void client.invalidateQueries({ queryKey });
      if (!isOpen.current) refreshLists(client, userId);
    },
  });
}

const itemView = ({ postModel, chapterModel, subjectModel }: SavedItemModel) => {
  if (postModel) return cardView(postModel);
  if (chapterModel) return chainView(chapterModel);
  return subjectModel && subjectView(subjectModel);
};

/** A saved card, chain or subject as a tile, with the lists it is in. */
export type SavedView = NonNullable<ReturnType<typeof itemView>> & { listIds: number[] };

export const savedItems = (userId: number, listId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.saved(userId, listId),
    queryFn: async ({ pageParam, signal }) => {
      const { savedItemVec, nextCursor = null } = await api('GET /r/saved', {
        query: { limit, cursor: pageParam, listId },
        signal,
      });
      const items = savedItemVec.flatMap((item): SavedView[] => {
        const view = itemView(item);
        return view ? [{ ...view, listIds: item.listIdVec }] : [];
      });
      return { items, nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const savedLists = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.savedLists(userId),
    queryFn: async ({ signal }) => (await api('GET /r/saved_list', { signal })).savedListModelVec,
    staleTime: 0,
  });

const choiceLimit = 20;

/** The viewer's chains to put a card into, last used first. */
export const chainChoices = (userId: number, cardId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.chainChoices(userId, cardId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/chain_choices', {
        query: { postId: cardId, limit: choiceLimit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
