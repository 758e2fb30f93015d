import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { ConnReqModel } from '@gyan/contract/connections.ts';
import { pageSizes } from '@gyan/contract/limits.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { cancelOldAnswers, changePerson, peopleKey } from '#features/users/lazy/people-cache.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { displayName } from '#lib/text.ts';
import { announce } from '#ui/announcer.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { doneTexts, failedTexts } from './action-texts.ts';
import {
  type ConnectionAction,
  type ConnectionFields,
  connectionFields,
  connectionStateOf,
  stateAfter,
} from './connection-state.ts';

const limit = pageSizes.network;

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null | undefined }) => nextCursor ?? undefined,
  // The other user can change it too, so poll.
  staleTime: 0,
  refetchInterval: 30_000,
};

/** The list implies the connection state of its users. */
const setConnectionFields = (user: UserModel | null | undefined, fields: ConnectionFields) =>
  user && Object.assign(user, fields);

export const connections = () =>
  infiniteQueryOptions({
    queryKey: peopleKey('connections'),
    queryFn: async ({ pageParam, signal }) => {
      const page = await api('GET /r/connections', { query: { limit, cursor: pageParam }, signal });
      for (const { connectionModel } of page.connModelVec)
        setConnectionFields(connectionModel, connectionFields('connected'));
      return page;
    },
    ...paging,
  });

const requestCalls = { received: 'GET /r/rcvdconnreqs', sent: 'GET /r/sentconnreqs' } as const;

export const requests = (side: keyof typeof requestCalls) =>
  infiniteQueryOptions({
    queryKey: peopleKey(side),
    queryFn: async ({ pageParam, signal }) => {
      const page = await api(requestCalls[side], { query: { limit, cursor: pageParam }, signal });
      for (const { userModel, connectionReqId } of page.connReqModelVec) {
        setConnectionFields(userModel, connectionFields(side, connectionReqId));
      }
      return page;
    },
    ...paging,
  });

export const blocks = () =>
  infiniteQueryOptions({
    queryKey: peopleKey('blocks'),
    queryFn: async ({ pageParam, signal }) => {
      const page = await api('GET /r/blocks', { query: { limit, cursor: pageParam }, signal });
      for (const user of page.userModelVec) setConnectionFields(user, connectionFields('blocked'));
      return page;
    },
    ...paging,
    refetchInterval: false,
  });

const requestOf = ({ connectionReqId }: UserModel) => connectionReqId ?? 0;

/** Each returns the connection state after the action. */
const perform: Record<ConnectionAction, (user: UserModel) => Promise<ConnectionFields>> = {
  send: async ({ userId }) => {
    const answer = await api('POST /r/connreq', { body: { receivingUserId: userId } });
    return answer.connected
      ? connectionFields('connected')
      : connectionFields('sent', answer.connectionReqId);
  },
  accept: async (user) => {
    await api('PUT /r/acceptconnreq', { body: { connectionReqId: requestOf(user) } });
    return connectionFields('connected');
  },
  withdraw: (user) => deleteRequest(user),
  decline: (user) => deleteRequest(user),
  remove: async ({ userId }) => {
    await api('DELETE /r/connection', { query: { userId } });
    return connectionFields('none');
  },
  block: (user) => setBlocked(user, true),
  unblock: (user) => setBlocked(user, false),
};

async function deleteRequest(user: UserModel) {
  await api('DELETE /r/connreq', { query: { connectionReqId: requestOf(user) } });
  return connectionFields('none');
}

async function setBlocked({ userId }: UserModel, wanted: boolean) {
  const { blocked } = await api('PUT /r/block', { body: { userId, blocked: wanted } });
  return connectionFields(blocked ? 'blocked' : 'none');
}

/** Lists to refetch after an action. Others keep their entry and show its new state. */
const listsToRefetch = ['connections', 'mentionable', 'sent', 'blocks', 'profile'];

const actionsOfFeed = new Set<ConnectionAction>(['accept', 'remove', 'block', 'unblock']);

/** The feed is loaded again when it is opened. One on the screen stays: its entries would move. */
function forgetFeed(client: QueryClient) {
  const queryKey = queryKeys.feed(currentSession()?.userModel.userId ?? 0);
  client.removeQueries({ queryKey, type: 'inactive' });
}

/** Optimistic update of every copy of the user, rolled back when the server refuses. */
export function useConnectionAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, action }: { user: UserModel; action: ConnectionAction }) => perform[action](user),
    onMutate: async ({ user, action }) => {
      await cancelOldAnswers(client);
      changePerson(client, user.userId, connectionFields(stateAfter[action], user.connectionReqId));
    },
    onSuccess: (fields, { user, action }) => {
      changePerson(client, user.userId, fields);
      announce(doneTexts[fields.connected ? 'accept' : action](displayName(user)));
      for (const list of listsToRefetch) void client.invalidateQueries({ queryKey: peopleKey(list) });
      if (actionsOfFeed.has(action) || fields.connected) forgetFeed(client);
    },
    onError: (error, { user, action }) => {
      changePerson(client, user.userId, connectionFields(connectionStateOf(user), user.connectionReqId));
      queueToast({ tone: 'danger', text: `${failedTexts[action](displayName(user))} ${error.message}` });
      // A refusal often means that the other user acted first: refetch.
      void client.invalidateQueries({ queryKey: queryKeys.allUsers() });
    },
  });
}

type Requests = InfiniteData<AnswerOf<'GET /r/sentconnreqs'>, string | undefined>;

/** For an address without an account there is no user to update, so the entry itself is removed. */
export function useWithdrawnInvitation() {
  const client = useQueryClient();
  const queryKey = peopleKey('sent');
  return useMutation({
    mutationFn: ({ connectionReqId }: ConnReqModel) =>
      api('DELETE /r/connreq', { query: { connectionReqId } }),
    onMutate: async ({ connectionReqId }) => {
      await cancelOldAnswers(client);
      const before = client.getQueryData<Requests>(queryKey);
      client.setQueryData<Requests>(
        queryKey,
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            connReqModelVec: page.connReqModelVec.filter(
              (entry) => entry.connectionReqId !== connectionReqId,
            ),
          })),
        },
      );
      return before;
    },
    onSuccess: (_, { emailId }) => announce(`The invitation to ${emailId} is withdrawn.`),
    onError: (error, { emailId }, before) => {
      client.setQueryData(queryKey, before);
      queueToast({ tone: 'danger', text: `The invitation to ${emailId} still stands. ${error.message}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
