import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from './api-problem.ts';
import { onViewerChange } from './viewer-change.ts';

// Without a connection the error is shown at once, with its Retry.
const worthRetrying = (error: Error) =>
  navigator.onLine && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 502);

/**
 * The query cache of signed-in users. Only the browser has it, and only pages that use it load it: public
 * pages get their data from the router.
 */
const client = new QueryClient({
  defaultOptions: {
    // By default nothing is sent, and nothing fails, while the browser says that it is offline.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      // By default off with this mode.
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && worthRetrying(error),
    },
  },
});

// The default is a timeout: a checkbox with an optimistic update would first be put back by React and flicker.
notifyManager.setScheduler(queueMicrotask);

onViewerChange(() => client.clear());

export function QueryScope({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
