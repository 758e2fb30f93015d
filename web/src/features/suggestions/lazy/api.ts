import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

const limit = 20;

/** Those for one card, those for all the viewer's cards, or those that the viewer sent. */
export type SuggestionBox = { cardId: number } | 'received' | 'sent';

export const suggestionsIn = (userId: number, box: SuggestionBox) =>
  infiniteQueryOptions({
    queryKey:
      typeof box === 'string'
        ? queryKeys.suggestions(userId, box)
        : queryKeys.cardSuggestions(userId, box.cardId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/suggestions', {
        query: {
          limit,
          cursor: pageParam,
          ...(box === 'sent' ? { mine: true } : box === 'received' ? {} : { postId: box.cardId }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Others send and decide meanwhile.
    staleTime: 0,
  });

export const decide = (suggestionId: number, accepted: boolean, note: string) =>
  api('PUT /r/suggestion', { body: { suggestionId, accepted, note } });
