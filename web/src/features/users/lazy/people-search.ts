import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { peopleKey } from './people-cache.ts';

const limit = 20;

export const searchPeople = (q: string) =>
  infiniteQueryOptions({
    queryKey: peopleKey('found', q),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/searchusers', { query: { q, limit, cursor: pageParam }, signal }),
    enabled: q !== '',
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
