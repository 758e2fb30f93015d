import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';

interface LoadedPageProps<Data> {
  query: UseQueryResult<Data>;
  /** Shown while the data loads. */
  outline: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A page for one item of the viewer's own, with its loading and error states. */
export function LoadedPage<Data>({ query, outline, children }: LoadedPageProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return outline;
  const { error } = query;
  // A retry does not help when the item is missing or forbidden.
  const nothing =
    error instanceof ApiProblem && ['not_found', 'forbidden', 'invalid_input'].includes(error.code);
  return nothing ? <ErrorNotice error={error} /> : <QueryError query={query} />;
}
