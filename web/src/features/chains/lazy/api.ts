import type { PostModel } from '@gyan/contract/cards.ts';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { cardName } from '#features/cards/card-view.ts';
import { changeEntity } from '#features/entities/store.ts';
import { api } from '#features/session/actions.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useRankedList } from '#lib/use-ranked-list.ts';

const pageSize = 200;

/** A chain with all of its cards, for one viewer. */
export const chainForViewer = (userId: number, chainId: number | string) =>
  queryOptions({
    queryKey: queryKeys.chain(userId, String(chainId)),
    queryFn: async ({ signal }): Promise<ChapterModel> => {
      const parts = await loadAllPages(
        (cursor) =>
          api('GET /r/chapter', { query: { id: String(chainId), limit: pageSize, cursor }, signal }),
        ({ chapterModel }) => [chapterModel],
      );
      const feedItemModelVec = parts.flatMap((part) => part.feedItemModelVec ?? []);
      return { ...(parts[0] as ChapterModel), feedItemModelVec };
    },
    // It may have changed in another tab.
    staleTime: 0,
  });

/** The cards of a chain, in editable order. */
export function useChainCards(userId: number, chainId: number) {
  const client = useQueryClient();
  return useRankedList<PostModel>({
    queryKey: queryKeys.chainCards(userId, chainId),
    load: async () => {
      const { feedItemModelVec = [] } = await client.fetchQuery(chainForViewer(userId, chainId));
      return feedItemModelVec.map(({ postModel }) => postModel);
    },
    link: (postId, postRank) =>
      api('PUT /r/link_chapter_post', { body: { postId, chapterId: chainId, postRank } }),
    unlink: (postId) => api('PUT /r/unlink_chapter_post', { body: { postId, chapterId: chainId } }),
    nameOf: cardName,
  });
}

export type ChainCards = ReturnType<typeof useChainCards>;

/** All chains of a user, in editable order. */
export const useMyChains = (userId: number) =>
  useRankedList<ChapterModel>({
    queryKey: queryKeys.myChainsInOrder(userId),
    load: (signal) =>
      loadAllPages(
        (cursor) => api('GET /r/chapters', { query: { limit: pageSize, cursor }, signal }),
        ({ chapterModelVec }) => chapterModelVec,
      ),
    link: async (id, chapterRank) => {
      const body = { userId, chapterId: id, chapterRank };
      const state = await api('PUT /r/link_user_chapter', { body });
      changeEntity({ kind: 'chain', id }, { savedByViewer: true });
      return state;
    },
    unlink: async (id) => {
      await api('PUT /r/unlink_user_chapter', { body: { userId, chapterId: id } });
      changeEntity({ kind: 'chain', id }, { savedByViewer: false });
    },
    nameOf: ({ title }) => title,
  });

export interface CardPage {
  cards: PostModel[];
  nextCursor: string | null | undefined;
}

const pageOfCards = 20;

/** Cards to add to a chain: the search results or, without a query, the viewer's newest cards. */
export const cardsToAdd = (userId: number, q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.cardsToAdd(userId, q),
    queryFn: async ({ pageParam, signal }): Promise<CardPage> => {
      const page = { limit: pageOfCards, cursor: pageParam };
      if (q === '') {
        const { postModelVec, nextCursor } = await api('GET /r/posts', { query: page, signal });
        return { cards: postModelVec, nextCursor };
      }
      const { feedItemModelVec, nextCursor } = await api('GET /r/searchfeed', {
        query: { q, ...page },
        signal,
      });
      const cards = feedItemModelVec.flatMap((item) => ('postModel' in item ? [item.postModel] : []));
      return { cards, nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The cards may have changed on their own pages.
    staleTime: 0,
  });
