import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { connections, requests } from './api.ts';
import { connectionStateOf } from './connection-state.ts';

type Requests = AnswerOf<'GET /r/rcvdconnreqs'>;

/* Actions change the user everywhere in the cache; each list filters its entries by the resulting connection state. */

export const connectionsIn = ({ connModelVec }: AnswerOf<'GET /r/connections'>) =>
  connModelVec.filter(({ connectionModel }) => connectionStateOf(connectionModel) === 'connected');

/** An accepted user stays in the list until it is refetched, so that the result is visible. */
export const receivedIn = ({ connReqModelVec }: Requests) =>
  connReqModelVec.filter(
    ({ userModel }) => userModel && ['received', 'connected'].includes(connectionStateOf(userModel)),
  );

export const sentIn = ({ connReqModelVec }: Requests) =>
  connReqModelVec.filter(({ userModel }) => !userModel || connectionStateOf(userModel) === 'sent');

const openRequestsIn = (page: Requests) =>
  receivedIn(page).filter(({ userModel }) => userModel && connectionStateOf(userModel) === 'received');

/** The number of loaded items, with a plus while there are more. */
function countIn<Page>(
  { data, hasNextPage }: UseInfiniteQueryResult<{ pages: Page[] }>,
  itemsOf: (page: Page) => readonly unknown[],
) {
  if (data === undefined) return undefined;
  const count = data.pages.flatMap(itemsOf).length;
  return hasNextPage ? `${count}+` : count;
}

export function useNetworkCounts() {
  return {
    connections: countIn(useInfiniteQuery(connections()), connectionsIn),
    received: countIn(useInfiniteQuery(requests('received')), openRequestsIn),
    sent: countIn(useInfiniteQuery(requests('sent')), sentIn),
  };
}
