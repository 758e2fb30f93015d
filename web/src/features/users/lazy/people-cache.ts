import type { UserModel } from '@gyan/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { currentSession } from '#features/session/store.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** The query key of an answer that contains users, for the current viewer. */
export const peopleKey = (...parts: (string | number)[]) =>
  queryKeys.users(currentSession()?.userModel.userId ?? 0, ...parts);

/** Keeps the identity of every object that does not contain the user. */
export function withChange<Data>(data: Data, userId: number, change: Partial<UserModel>): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const next = data.map((item: unknown) => withChange(item, userId, change));
    return next.some((item, index) => item !== data[index]) ? (next as Data) : data;
  }
  const entries = Object.entries(data).map(
    ([key, value]) => [key, withChange(value, userId, change)] as const,
  );
  const isPerson = 'userId' in data && data.userId === userId;
  const isSame = entries.every(([key, value]) => value === (data as Record<string, unknown>)[key]);
  return isPerson || !isSame
    ? ({ ...Object.fromEntries(entries), ...(isPerson ? change : {}) } as Data)
    : data;
}

/** Updates every cached copy of this user. */
export function changePerson(client: QueryClient, userId: number, change: Partial<UserModel>) {
  client.setQueriesData({ queryKey: queryKeys.allUsers() }, (data: unknown) =>
    withChange(data, userId, change),
  );
}

/** Cancels refetches that would overwrite a change; first fetches continue. */
export const cancelOldAnswers = (client: QueryClient) =>
  client.cancelQueries({
    queryKey: queryKeys.allUsers(),
    predicate: ({ state }) => state.data !== undefined,
  });
