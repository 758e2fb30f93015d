import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Call it before an optimistic update of the queries below a key. The returned function restores their data, also
 * when it cannot be fetched again.
 */
export async function snapshotQueries(client: QueryClient, queryKey: QueryKey): Promise<() => void> {
  // A response in flight would overwrite the update.
  await client.cancelQueries({ queryKey });
  const before = client.getQueriesData({ queryKey });
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
