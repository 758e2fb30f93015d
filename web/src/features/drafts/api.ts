import type { AnswerOf } from '@gyan/contract/calls.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

export type Drafts = AnswerOf<'GET /r/drafts'>;

const limit = 50;

/** The drafts of the viewer. */
export const draftsOf = (userId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.drafts(userId),
    queryFn: ({ pageParam, signal }) => api('GET /r/drafts', { query: { limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Users often come here right after they wrote or published one.
    staleTime: 0,
  });
