import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { snapshotQueries } from './snapshot-queries.ts';

it('restores every list below the key, and no other', async () => {
  const client = new QueryClient();
  client.setQueryData(['saved', 1, 'all'], ['dew', 'fern']);
  client.setQueryData(['saved', 1, 7], ['dew']);
  client.setQueryData(['saved', 2, 'all'], ['bark']);
  const restore = await snapshotQueries(client, ['saved', 1]);
  client.setQueriesData({ queryKey: ['saved'] }, []);
  restore();
  expect(client.getQueryData(['saved', 1, 'all'])).toEqual(['dew', 'fern']);
  expect(client.getQueryData(['saved', 1, 7])).toEqual(['dew']);
  expect(client.getQueryData(['saved', 2, 'all'])).toEqual([]);
});

it('cancels a refetch, whose answer would overwrite the update', async () => {
  const client = new QueryClient();
  const queryKey = ['saved', 1];
  client.setQueryData(queryKey, ['dew']);
  let signal: AbortSignal | undefined;
  const refetch = client.fetchQuery({
    queryKey,
    queryFn: (context) => {
      signal = context.signal;
      return new Promise<string[]>(() => undefined);
    },
  });
  await snapshotQueries(client, queryKey);
  await expect(refetch).resolves.toEqual(['dew']);
  expect(signal?.aborted).toBe(true);
});
