import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

const limit = 20;

const key = queryKeys.sessions;

export const sessionsOf = (userId: number) =>
  infiniteQueryOptions({
    queryKey: key(userId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/sessions', { query: { limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

type Pages = InfiniteData<AnswerOf<'GET /r/sessions'>, string | undefined>;

/** Optimistic update, rolled back when the server fails. */
export function useEndSession(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number) => api('DELETE /r/session', { query: { sessionId } }),
    onMutate: async (sessionId) => {
      await client.cancelQueries({ queryKey: key(userId) });
      const before = client.getQueryData<Pages>(key(userId));
      client.setQueryData<Pages>(
        key(userId),
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            sessionModelVec: page.sessionModelVec.filter((session) => session.sessionId !== sessionId),
          })),
        },
      );
      return before;
    },
    onError: (_, __, before) => client.setQueryData(key(userId), before),
  });
}

export function useEndOtherSessions(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /r/sessions'),
    onSuccess: () => client.invalidateQueries({ queryKey: key(userId) }),
  });
}
