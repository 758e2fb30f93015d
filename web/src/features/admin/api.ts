import type { AnswerOf, CallName } from '@gyan/contract/calls.ts';
import type { AssignableRole } from '@gyan/contract/scalars.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { cancelOldAnswers, changePerson } from '#features/users/lazy/people-cache.ts';
import { queryKeys } from '#lib/query-keys.ts';

const limit = 20;

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null | undefined }) => nextCursor ?? undefined,
};

const ofRoles = queryKeys.usersOfRoles();
const requests = queryKeys.creatorRequests();
const audit = queryKeys.allAudits();

export const peopleOfRole = (role: 'kAdmin' | 'kCreator') =>
  infiniteQueryOptions({
    queryKey: queryKeys.usersOfRole(role),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/getusers', { query: { role, limit, cursor: pageParam }, signal }),
    ...paging,
  });

export const creatorRequests = () =>
  infiniteQueryOptions({
    queryKey: requests,
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/creator_requests', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
  });

export const auditTrail = ({ signIns }: { signIns: boolean }) =>
  infiniteQueryOptions({
    queryKey: queryKeys.audit(signIns),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/audit', { query: { signIns, limit, cursor: pageParam }, signal }),
    ...paging,
  });

export const feedbackReceived = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.feedback(),
    queryFn: ({ pageParam, signal }) =>
      api('GET /r/feedback', { query: { limit, cursor: pageParam }, signal }),
    ...paging,
  });

type Pages<K extends CallName> = InfiniteData<AnswerOf<K>, string | undefined>;

/** Marks lists as stale without refetching the one in view. */
const outdate = (client: QueryClient, queryKey: readonly string[]) =>
  client.invalidateQueries({ queryKey, refetchType: 'none' });

/** Optimistic update, rolled back when the server refuses. */
export function useRoleChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, role }: { user: UserModel; role: AssignableRole }) =>
      api('PUT /r/updateuserrole', { body: { userId: user.userId, userRole: role } }),
    onMutate: async ({ user, role }) => {
      await cancelOldAnswers(client);
      changePerson(client, user.userId, { userRole: role });
    },
    onError: (_, { user }) => changePerson(client, user.userId, { userRole: user.userRole }),
    onSuccess: async ({ userModel }) => {
      changePerson(client, userModel.userId, userModel);
      await Promise.all([ofRoles, requests, audit].map((key) => outdate(client, key)));
    },
  });
}

/** Optimistic update: the request leaves the list, and returns to its position when the server refuses. */
export function useDecision() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, granted }: { user: UserModel; granted: boolean }) =>
      api('PUT /r/creator_request', { body: { userId: user.userId, granted } }),
    onMutate: async ({ user }) => {
      await client.cancelQueries({ queryKey: requests });
      const before = client.getQueryData<Pages<'GET /r/creator_requests'>>(requests);
      client.setQueryData<Pages<'GET /r/creator_requests'>>(
        requests,
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            creatorRequestModelVec: page.creatorRequestModelVec.filter(
              ({ userModel }) => userModel.userId !== user.userId,
            ),
          })),
        },
      );
      return before;
    },
    onError: (_, __, before) => client.setQueryData(requests, before),
    onSuccess: async ({ userModel }) => {
      changePerson(client, userModel.userId, userModel);
      await Promise.all([ofRoles, audit].map((key) => outdate(client, key)));
    },
  });
}
