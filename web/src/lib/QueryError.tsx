import type { UseQueryResult } from '@tanstack/react-query';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';

export type FailedQuery = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** Shows the error of a failed query and a retry button. */
export function QueryError({ query }: { query: FailedQuery }) {
  return (
    <div className="stack stack-start">
      <Alert tone="danger">{query.error?.message}</Alert>
      <Button variant="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    </div>
  );
}
