import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '#lib/api-problem.ts';
import { Trouble } from '#lib/Trouble.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';

interface WhenLoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The page's outline while its thing is on its way. */
  outline: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A page about one thing of a signed-in person's own, in every state it can be in. */
export function WhenLoaded<Data>({ query, outline, children }: WhenLoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return outline;
  const { error } = query;
  // Asking again does not bring what is not there, or not theirs.
  const nothing =
    error instanceof ApiProblem && ['not_found', 'forbidden', 'invalid_input'].includes(error.code);
  return nothing ? <ErrorNotice error={error} /> : <Trouble query={query} />;
}
