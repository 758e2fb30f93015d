import type { AnswerOf } from '@gyan/contract/calls.ts';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { connections, requests } from './api.ts';
import { standingOf } from './standing.ts';

type Requests = AnswerOf<'GET /r/rcvdconnreqs'>;

/* An act changes how a person stands wherever they are shown; which entries a list still holds follows from that. */

export const connectionsIn = ({ connModelVec }: AnswerOf<'GET /r/connections'>) =>
  connModelVec.filter(({ connectionModel }) => standingOf(connectionModel) === 'connected');

/** Who was accepted stays until the list comes anew, so that the answer can be seen. */
export const receivedIn = ({ connReqModelVec }: Requests) =>
  connReqModelVec.filter(
    ({ userModel }) => userModel && ['received', 'connected'].includes(standingOf(userModel)),
  );

export const sentIn = ({ connReqModelVec }: Requests) =>
  connReqModelVec.filter(({ userModel }) => !userModel || standingOf(userModel) === 'sent');

const waitingIn = (page: Requests) =>
  receivedIn(page).filter(({ userModel }) => userModel && standingOf(userModel) === 'received');

/** As many as are known, with a plus while there are more. */
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
    received: countIn(useInfiniteQuery(requests('received')), waitingIn),
    sent: countIn(useInfiniteQuery(requests('sent')), sentIn),
  };
}
