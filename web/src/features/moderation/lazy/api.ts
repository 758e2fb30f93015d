import type { CaseState } from '@gyan/contract/moderation.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { queryKeys } from '#lib/query-keys.ts';

const limit = 20;

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null | undefined }) => nextCursor ?? undefined,
};

export const statements = (userId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.statements(userId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/my_statements', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
    staleTime: 0,
  });

export const ownReports = (userId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.ownReports(userId),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/my_reports', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
    staleTime: 0,
  });

export const cases = (state: CaseState) =>
  infiniteQueryOptions({
    queryKey: queryKeys.casesIn(state),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/cases', { query: { state, limit, cursor: pageParam }, signal }),
    ...paging,
    // Other admins work on them meanwhile.
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const caseDetail = (caseId: number) =>
  queryOptions({
    queryKey: queryKeys.case(caseId),
    queryFn: ({ signal }) => api('GET /r/case', { query: { caseId }, signal }),
    staleTime: 0,
  });

export const userRecord = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.userRecord(userId),
    queryFn: ({ signal }) => api('GET /r/user_record', { query: { userId }, signal }),
    staleTime: 0,
  });
