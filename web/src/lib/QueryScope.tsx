import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from './api-problem.ts';
import { onViewerChange } from './viewer-change.ts';

const worthRetrying = (error: Error) =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status >= 502;

/**
 * The query cache of signed-in users. Only the browser has it, and only pages that use it load it: public
 * pages get their data from the router.
 */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && worthRetrying(error),
    },
  },
});

onViewerChange(() => client.clear());

export function QueryScope({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
