import type { AnswerOf } from '@gyan/contract/calls.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

export type Drafts = AnswerOf<'GET /r/drafts'>;

/** All drafts of the viewer. */
export const draftsOf = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.drafts(userId),
    queryFn: ({ signal }) => api('GET /r/drafts', { signal }),
    // Users often come here right after they wrote or published one.
    staleTime: 0,
  });
